#!/usr/bin/env tclsh
# A reader of SGF that answers the conformance suite: `tclsh reader.tcl LEVEL FILE [ARGUMENT]`.
#
# A game is a list of nodes; a node is a list of the index of its parent, or -1, and its properties, which are a list of
# identifiers and lists of values in turn. Values are decoded, and keep their escapes.

set levels {tree text moves info position write legal score check}

# --- JSON ---

set escapes [list \\ \\\\ \" \\\" \x7f \\u007f]
for {set i 0} {$i < 32} {incr i} {
    lappend escapes [format %c $i] [format \\u%04x $i]
}

proc quoted {text} {
    return "\"[string map $::escapes $text]\""
}

proc array_of {items} {
    return "\[[join $items ,]\]"
}

proc array_of_texts {texts} {
    return [array_of [lmap text $texts {quoted $text}]]
}

proc answer {text} {
    fconfigure stdout -translation binary
    puts -nonewline stdout [encoding convertto utf-8 $text]
    exit 0
}

proc tree_json {games} {
    set shown {}
    foreach game $games {
        set nodes {}
        foreach node $game {
            lassign $node parent properties
            set pairs {}
            foreach {ident values} $properties {
                lappend pairs "\[[quoted $ident],[array_of_texts $values]\]"
            }
            set parent [expr {$parent < 0 ? "null" : $parent}]
            lappend nodes "{\"parent\":$parent,\"properties\":[array_of $pairs]}"
        }
        lappend shown "{\"nodes\":[array_of $nodes]}"
    }
    return "{\"games\":[array_of $shown]}"
}

# --- Charsets ---

# The encoding of Tcl for a value of CA; empty if it is unknown.
proc charset {name} {
    set name [string tolower [regsub -all {[^A-Za-z0-9]} $name ""]]
    switch -regexp -matchvar found -- $name {
        {^utf8$} {return utf-8}
        {^(usascii|ascii|latin1|l1)$} {return cp1252}
        {^(gbk|gb2312|gb18030|cp936|euccn|ms936)$} {return cp936}
        {^(big5|cp950|big5hkscs)$} {return cp950}
        {^(shiftjis|sjis|xsjis|cp932|windows31j|mskanji)$} {return cp932}
        {^(euckr|ksc5601|cp949|ksc56011987|uhc)$} {return cp949}
        {^eucjp$} {return euc-jp}
        {^iso2022(jp|kr)$} {return iso2022-[lindex $found 1]}
        {^koi8([ru])$} {return koi8-[lindex $found 1]}
        {^iso8859(\d+)$} {set encoding iso8859-[lindex $found 1]}
        {^(?:windows|cp)(\d+)$} {set encoding cp[lindex $found 1]}
        default {return ""}
    }
    return [expr {$encoding in [encoding names] ? $encoding : ""}]
}

proc is_utf8 {bytes} {
    return [string equal [encoding convertto utf-8 [encoding convertfrom utf-8 $bytes]] $bytes]
}

# A pattern for the bytes of a value. In some charsets, the second byte of a character can be that of a bracket or a backslash.
proc value_pattern {encoding} {
    switch -glob -- $encoding {
        cp936 - cp950 - cp949 {
            set lead {\x81-\xfe}
            set char {[\x81-\xfe](?:[\x40-\xfe]|(?![\x40-\xfe]))}
        }
        cp932 {
            set lead {\x81-\x9f\xe0-\xfc}
            set char {[\x81-\x9f\xe0-\xfc](?:[\x40-\xfc]|(?![\x40-\xfc]))}
        }
        iso2022* {
            set lead {\x1b}
            set char {\x1b(?:\$[@B][^\x1b]*\x1b[(][BJ]|(?!\$))}
        }
        default {return {\A(?:[^\]\\]|\\.)*}}
    }
    return [string map [list CHAR $char LEAD $lead] {\A(?:CHAR|[^\]\\LEAD]|\\(?:CHAR|[^LEAD]))*}]
}

# --- Parsing ---

# The offsets of the faults.
set faults {}
# Whether the first game starts with `(` and a property, as in SGF2.
set is_sgf2 0

proc fault {at} {
    lappend ::faults $at
}

# The games of a file. Each is decoded by the CA of its root.
proc parse {bytes} {
    set games {}
    set at 0
    set default [expr {[is_utf8 $bytes] ? "utf-8" : "cp1252"}]
    while {1} {
        if {![regexp -indices -start $at {\([\s\v]*;} $bytes start]} {
            if {[llength $games] || ![regexp -indices {\(\s*[A-Z]+\s*\[} $bytes start]} break
            set ::is_sgf2 1
        }
        # The first CA can be text in a comment, so that the root is asked again.
        set encoding $default
        if {[regexp -start [lindex $start 0] {[;\]\s]C[a-z]*A[a-z]*\s*\[([^\]]*)\]} $bytes -> name] && [charset $name] ne ""} {
            set encoding [charset $name]
        }
        set faults $::faults
        lassign [parse_game $bytes [lindex $start 0] $encoding] game at
        set declared $default
        foreach {ident values} [lindex $game 0 1] {
            if {$ident eq "CA" && [charset [lindex $values 0]] ne ""} {set declared [charset [lindex $values 0]]}
        }
        if {$declared ne $encoding} {
            set ::faults $faults
            lassign [parse_game $bytes [lindex $start 0] $declared] game at
        }
        lappend games $game
    }
    return $games
}

# The game that starts at an offset, and the offset after it.
proc parse_game {bytes at encoding} {
    set pattern [value_pattern $encoding]
    set size [string length $bytes]
    set count 0
    # The node at which the next one hangs, and those of the variations that are open.
    set node -1
    set stack {}
    # The identifier whose values follow, and the offset of one that has no value yet.
    set ident ""
    set empty -1
    # Whether the last was `(` or `)`.
    set is_opened 0
    set is_closed 0
    while {$at < $size} {
        set char [string index $bytes $at]
        if {$empty >= 0 && $char in {( ) ;}} {
            fault $empty
            set empty -1
        }
        if {$char in {( )}} {
            if {$is_opened} {fault $at}
            set is_opened [expr {$char eq "("}]
            set is_closed [expr {!$is_opened}]
            set ident ""
            incr at
            if {$is_opened} {
                lappend stack $node
            } else {
                set node [lindex $stack end]
                set stack [lrange $stack 0 end-1]
                if {![llength $stack]} break
            }
        } elseif {$char eq "\["} {
            regexp -indices -start [expr {$at + 1}] $pattern $bytes range
            lassign $range first last
            if {$ident eq "" || $last + 1 >= $size} {fault $at}
            set empty -1
            if {$ident ne "" && $node >= 0} {
                set value [encoding convertfrom $encoding [string range $bytes $first $last]]
                lset properties($node) end [linsert [lindex $properties($node) end] end $value]
            }
            set at [expr {$last + 2}]
        } elseif {[regexp -indices -start $at {\A[A-Za-z][A-Za-z0-9]*} $bytes range] || $char eq ";"} {
            set is_node [expr {$char eq ";"}]
            set next [expr {$is_node ? $at + 1 : [lindex $range 1] + 1}]
            if {$is_closed} {fault $at}
            if {$is_node} {set is_closed 0}
            # A variation can lack its semicolon.
            if {$is_node || $is_opened && [regexp -start $next {\A\s*\[} $bytes]} {
                if {!$is_node} {fault $at}
                set parents($count) $node
                set properties($count) {}
                set places($count) {}
                set starts($count) $at
                set node $count
                incr count
                set is_opened 0
            }
            set ident ""
            if {!$is_node} {
                if {$empty >= 0} {fault $empty}
                set empty $at
                set ident [regsub -all {[a-z]} [string range $bytes $at [lindex $range 1]] ""]
                if {$ident eq ""} {fault $at}
                if {$ident ne "" && $node >= 0} {
                    lappend properties($node) $ident {}
                    lappend places($node) $at
                }
            }
            set at $next
        } else {
            if {![string is space $char]} {fault $at}
            incr at
        }
    }
    if {[llength $stack]} {fault [expr {$size - 1}]}
    set nodes {}
    for {set i 0} {$i < $count} {incr i} {
        if {$::level eq "check"} {check_node $bytes $properties($i) $places($i) $starts($i) [expr {$i == 0}]}
        set kept {}
        foreach {name values} $properties($i) {
            if {[llength $values]} {lappend kept $name $values}
        }
        lappend nodes [list $parents($i) $kept]
    }
    return [list $nodes $at]
}

# --- Texts and points ---

# Converts a value as the type Text or SimpleText.
proc text_of {value is_simple} {
    set text ""
    set at 0
    while {$at < [string length $value]} {
        if {[regexp -start $at {\A[^\\\r\n\t\v\f]+} $value part]} {
            append text $part
        } elseif {[regexp -start $at {\A\\(?:\r\n|\n\r|\r|\n)} $value part]} {
            # A soft line break.
        } elseif {[regexp -start $at {\A(?:\r\n|\n\r|\r|\n)} $value part]} {
            append text [expr {$is_simple ? " " : "\n"}]
        } elseif {[regexp -start $at {\A\\?[\t\v\f]} $value part]} {
            append text " "
        } elseif {[regexp -start $at {\A\\(.)} $value part char]} {
            append text $char
        } else {
            # A backslash at the end.
            set part \\
        }
        incr at [string length $part]
    }
    return $text
}

proc as_texts {nodes} {
    return [lmap node $nodes {
        set properties {}
        foreach {ident values} [lindex $node 1] {
            lappend properties $ident [lmap value $values {text_of $value [expr {$ident ni {C GC}}]}]
        }
        list [lindex $node 0] $properties
    }]
}

# The properties of each node of the main line.
proc main_line {nodes} {
    for {set i [expr {[llength $nodes] - 1}]} {$i >= 0} {incr i -1} {
        set first([lindex $nodes $i 0]) $i
    }
    set line {}
    for {set node -1} {[info exists first($node)]} {} {
        set node $first($node)
        lappend line [lindex $nodes $node 1]
    }
    return $line
}

# The first value of a property, without blanks around it.
proc first_value {properties ident} {
    foreach {name values} $properties {
        if {$name eq $ident} {return [string trim [lindex $values 0]]}
    }
    return ""
}

proc size_of {root} {
    set size [first_value $root SZ]
    if {[regexp {^(\d+)$} $size -> side] && [scan $side %d] > 0} {return [list [scan $side %d] [scan $side %d]]}
    if {[regexp {^(\d+)\s*:\s*(\d+)$} $size -> width height]} {return [list [scan $width %d] [scan $height %d]]}
    return {19 19}
}

# The column and the row of two letters on the board; empty if they are no point of it.
proc point {letters} {
    if {![regexp {^[A-Za-z]{2}$} $letters]} {return {}}
    set point [lmap char [split $letters ""] {
        expr {[string is lower $char] ? [scan $char %c] - 97 : [scan $char %c] - 65 + 26}
    }]
    lassign $point x y
    return [expr {$x < $::cols && $y < $::rows ? $point : {}}]
}

# The same for a move, which can also be `pass`.
proc move {value} {
    set value [string trim $value]
    if {$value eq "" || $value eq "tt" && $::cols <= 19 && $::rows <= 19} {return pass}
    return [point $value]
}

# The points of a list that may have rectangles. What is no point of the board is left out.
proc points {values} {
    set found {}
    foreach value $values {
        set corners [lmap corner [split $value :] {point [string trim $corner]}]
        if {[llength $corners] > 2 || {} in $corners} continue
        lassign [lindex $corners 0] x1 y1
        lassign [lindex $corners end] x2 y2
        for {set y [expr {min($y1, $y2)}]} {$y <= max($y1, $y2)} {incr y} {
            for {set x [expr {min($x1, $x2)}]} {$x <= max($x1, $x2)} {incr x} {
                lappend found [list $x $y]
            }
        }
    }
    return $found
}

# --- The board ---

# board(x,y) is X, O or a dot.
proc empty_board {} {
    for {set y 0} {$y < $::rows} {incr y} {
        for {set x 0} {$x < $::cols} {incr x} {set ::board($x,$y) .}
    }
}

proc board_rows {} {
    set shown {}
    for {set y 0} {$y < $::rows} {incr y} {
        set row ""
        for {set x 0} {$x < $::cols} {incr x} {append row $::board($x,$y)}
        lappend shown $row
    }
    return $shown
}

proc neighbours {at} {
    lassign [split $at ,] x y
    set found {}
    foreach {dx dy} {-1 0 0 -1 1 0 0 1} {
        set next [expr {$x + $dx}],[expr {$y + $dy}]
        if {[info exists ::board($next)]} {lappend found $next}
    }
    return $found
}

# The points that are connected with a point by the same content, and the points around them.
proc region {at} {
    set seen($at) 1
    set inside [list $at]
    set around {}
    for {set i 0} {$i < [llength $inside]} {incr i} {
        foreach next [neighbours [lindex $inside $i]] {
            if {[info exists seen($next)]} continue
            set seen($next) 1
            if {$::board($next) eq $::board($at)} {lappend inside $next} else {lappend around $next}
        }
    }
    return [list $inside $around]
}

# The points of a chain, and the number of its liberties.
proc chain {at} {
    lassign [region $at] stones around
    return [list $stones [llength [lmap next $around {if {$::board($next) ne "."} continue; set next}]]]
}

# Removes stones, which become prisoners.
proc remove {stones} {
    foreach at $stones {
        incr ::prisoners($::board($at))
        set ::board($at) .
    }
}

# Plays a move, and returns whether the rules of ko and suicide allow it.
proc play {color at rules} {
    set is_legal [expr {$::board($at) eq "." && $::ko ne $at}]
    set ::ko ""
    set own [string map {B X W O} $color]
    set ::board($at) $own
    set taken {}
    foreach next [neighbours $at] {
        if {$::board($next) in [list . $own]} continue
        lassign [chain $next] stones liberties
        if {$liberties == 0} {
            remove $stones
            lappend taken {*}$stones
        }
    }
    lassign [chain $at] stones liberties
    if {$liberties == 0} {
        remove $stones
        set allowed [switch -regexp -- $rules {
            {nz|zealand|goe|tromp} {expr 1}
            {ing} {expr {[llength $stones] > 1}}
            default {expr 0}
        }]
        return [expr {$is_legal && $allowed}]
    }
    if {[llength $taken] == 1 && [llength $stones] == 1 && $liberties == 1} {set ::ko [lindex $taken 0]}
    return $is_legal
}

# Plays the main line, and returns whether each move is legal. Sets the board, the player to move and the ko.
proc replay {line rules} {
    empty_board
    set ::ko ""
    set ::to_play B
    array set ::prisoners {X 0 O 0}
    set superko [switch -regexp -- $rules {
        {aga|nz|zealand} {expr {"situation"}}
        {chin|ing|goe|tromp} {expr {"position"}}
        default {expr {"none"}}
    }]
    set legal {}
    set is_first 1
    foreach properties $line {
        set is_setup $is_first
        set is_first 0
        foreach {ident values} $properties {
            if {$ident ni {AB AW AE}} continue
            foreach at [points $values] {set ::board([join $at ,]) [string map {AB X AW O AE .} $ident]}
            set ::ko ""
            set is_setup 1
        }
        set turn [string toupper [string index [first_value $properties PL] 0]]
        if {$turn in {B W}} {
            if {$turn ne $::to_play} {set ::ko ""}
            set ::to_play $turn
            set is_setup 1
        }
        if {$is_setup} {
            array unset history
            array set history [list [board_rows] 1 [board_rows]$::to_play 1]
        }
        foreach {ident values} $properties {
            if {$ident ni {B W}} continue
            set at [move [lindex $values 0]]
            if {$at eq ""} continue
            set ::to_play [expr {$ident eq "B" ? "W" : "B"}]
            if {$at eq "pass"} {
                set ::ko ""
                lappend legal true
            } else {
                set is_legal [play $ident [join $at ,] $rules]
                set repeated [dict get [list none "" position [board_rows] situation [board_rows]$::to_play] $superko]
                lappend legal [expr {$is_legal && ![info exists history($repeated)] ? "true" : "false"}]
            }
            array set history [list [board_rows] 1 [board_rows]$::to_play 1]
        }
    }
    return $legal
}

# --- Score ---

proc score {root rules dead} {
    foreach letters $dead {
        set at [join [point $letters] ,]
        if {$at ne "" && $::board($at) ne "."} {remove [lindex [chain $at] 0]}
    }
    # The owner of each empty region, its points, and the stones around it.
    set count 0
    array set points {X 0 O 0}
    foreach at [array names ::board] {
        if {$::board($at) ne "."} {
            incr points($::board($at))
        } elseif {![info exists number($at)]} {
            lassign [region $at] inside around
            foreach next $inside {set number($next) $count}
            set colors [lsort -unique [lmap next $around {set ::board($next)}]]
            set owner($count) [expr {[llength $colors] == 1 ? $colors : ""}]
            set area($count) [llength $inside]
            set border($count) $around
            incr count
        }
    }
    if {[regexp {japan|korea} $rules]} {
        array set points [list X $::prisoners(O) O $::prisoners(X)]
        # Regions of the same chains are the eyes of one group. It is in seki if it has one point and touches a point of nobody.
        for {set i 0} {$i < $count} {incr i} {
            if {$owner($i) eq "" || [info exists done($i)]} continue
            set group [list $i]
            set done($i) 1
            set sum 0
            set touches 0
            for {set j 0} {$j < [llength $group]} {incr j} {
                set eye [lindex $group $j]
                incr sum $area($eye)
                foreach stone $border($eye) {
                    foreach next [lindex [region $stone] 1] {
                        if {![info exists number($next)]} continue
                        set other $number($next)
                        if {$owner($other) eq ""} {
                            set touches 1
                        } elseif {![info exists done($other)]} {
                            set done($other) 1
                            lappend group $other
                        }
                    }
                }
            }
            if {!$touches || $sum >= 2} {incr points($owner($i)) $sum}
        }
    } else {
        for {set i 0} {$i < $count} {incr i} {
            if {$owner($i) ne ""} {incr points($owner($i)) $area($i)}
        }
    }
    set komi [number [first_value $root KM]]
    set handicap [number [first_value $root HA]]
    set bonus 0
    if {$handicap ne "" && $handicap >= 2} {
        if {[string match *chin* $rules]} {set bonus $handicap}
        if {[string match *aga* $rules]} {set bonus [expr {$handicap - 1}]}
    }
    set margin [expr {$points(X) - $points(O) - ($komi eq "" ? 0 : $komi) - $bonus}]
    if {$margin == 0} {return 0}
    return [expr {$margin > 0 ? "B" : "W"}]+[number [expr {abs($margin)}]]
}

# --- Game information ---

# A number of JSON; empty if the text is not a number.
proc number {text} {
    if {![regexp {^([+-]?)(\d*)(?:\.(\d*))?$} $text -> sign whole part] || "$whole$part" eq ""} {return ""}
    set whole [string trimleft $whole 0]
    set part [string trimright $part 0]
    # Tcl would change the text of a number in an expression.
    if {$whole eq ""} {set whole 0}
    if {$part ne ""} {append whole .$part}
    return [expr {$sign eq "-" && $whole ne "0" ? "-" : ""}]$whole
}

proc seconds {text} {
    set unit 1
    if {[regexp -nocase {^(.*\d)\s*([smh])$} $text -> text letter]} {
        set unit [dict get {s 1 m 60 h 3600} [string tolower $letter]]
    }
    set time [number $text]
    return [expr {$time eq "" ? "" : [number [expr {$time * $unit}]]}]
}

proc result {text} {
    if {[regexp -nocase {^([BW])\s*\+\s*(.*)$} $text -> winner how]} {
        set winner [string toupper $winner]
        switch -regexp -- [string tolower $how] {
            {^$} {return $winner+}
            {^(r|resign|t|time|f|forfeit)$} {return $winner+[string toupper [string index $how 0]]}
        }
        set how [number $how]
        return [expr {$how eq "" ? "" : "$winner+$how"}]
    }
    set known {0 0 draw 0 jigo 0 void Void ? ? unfinished Unfinished playing Playing}
    set text [string tolower $text]
    return [expr {[dict exists $known $text] ? [dict get $known $text] : ""}]
}

# The dates of a value; empty if one of them is not a date.
proc dates {text} {
    # What the date before states, and its form.
    lassign {} year month form
    set found {}
    foreach entry [split $text ,] {
        set ends {}
        foreach end [split [string map {.. ~ / ~} $entry] ~] {
            set date [string trim $end]
            set time ""
            if {[regexp {^(\d{4})-(\d\d)-\d\d((?:\s+|T)\d\d:\d\d)?$} $date -> year month time]} {
                set form day
                set date [string range $date 0 9]
            } elseif {[regexp {^(\d{4})-(\d\d)$} $date -> year month]} {
                set form month
            } elseif {[regexp {^(\d{4})$} $date -> year]} {
                set form year
            } elseif {[regexp {^(\d\d)-\d\d$} $date -> first] && $form in {day month}} {
                set date $year-$date
                set month $first
                set form day
            } elseif {[regexp {^\d\d$} $date] && $form eq "day"} {
                set date $year-$month-$date
            } elseif {[regexp {^\d\d$} $date] && $form eq "month"} {
                set month $date
                set date $year-$date
            } else {
                return {}
            }
            set time [string range $time end-4 end]
            if {![is_date $date $time]} {return {}}
            lappend ends $date[expr {$time eq "" ? "" : "T$time"}]
        }
        if {[llength $ends] > 2} {return {}}
        lappend found [join $ends /]
    }
    return $found
}

# Whether there is such a day, month or year, and such a time of day.
proc is_date {date time} {
    lassign [lmap part [split $date -] {scan $part %d}] year month day
    lassign [lmap part [split $time :] {scan $part %d}] hour minute
    if {$hour ne "" && ($hour > 23 || $minute > 59)} {return 0}
    if {$month eq ""} {return 1}
    if {$month < 1 || $month > 12} {return 0}
    if {$day eq ""} {return 1}
    set last [lindex {31 28 31 30 31 30 31 31 30 31 30 31} $month-1]
    if {$month == 2 && ($year % 4 == 0 && $year % 100 != 0 || $year % 400 == 0)} {set last 29}
    return [expr {$day >= 1 && $day <= $last}]
}

proc info_json {line} {
    foreach properties $line {
        foreach {ident values} $properties {
            if {![info exists stated($ident)]} {set stated($ident) [text_of [lindex $values 0] 1]}
        }
    }
    if {$::is_sgf2} {
        foreach {old new} {RD DT TE EV KO KM} {
            if {[info exists stated($old)] && ![info exists stated($new)]} {set stated($new) $stated($old)}
        }
    }
    set members [list "\"size\":[array_of [size_of [lindex $line 0]]]"]
    foreach {member ident} {
        black PB white PW black_rank BR white_rank WR black_team BT white_team WT name GN event EV round RO place PC rules RU
        overtime OT source SO annotator AN user US copyright CP opening ON komi KM handicap HA time TM result RE dates DT
    } {
        set value null
        if {[info exists stated($ident)]} {
            set text [string trim $stated($ident)]
            set value [switch -- $ident {
                KM - HA {number $text}
                TM {seconds $text}
                RE {expr {[result $text] eq "" ? "" : [quoted [result $text]]}}
                DT {expr {[dates $text] eq "" ? "" : [array_of_texts [dates $text]]}}
                default {quoted $stated($ident)}
            }]
        }
        lappend members "\"$member\":[expr {$value eq "" ? "null" : $value}]"
    }
    return "{\"info\":{[join $members ,]}}"
}

# --- Writing ---

# The games as SGF in UTF-8. A list of what is still to be written takes the place of recursion.
proc written {games} {
    set text ""
    foreach nodes $games {
        array unset children
        for {set i 0} {$i < [llength $nodes]} {incr i} {lappend children([lindex $nodes $i 0]) $i}
        set todo [list ) 0 (]
        while {[llength $todo]} {
            set item [lindex $todo end]
            set todo [lrange $todo 0 end-1]
            if {$item in {( )}} {
                append text $item
                continue
            }
            append text "\n;" [expr {$item == 0 ? "CA\[UTF-8\]" : ""}]
            foreach {ident values} [lindex $nodes $item 1] {
                if {$item == 0 && $ident eq "CA"} continue
                append text $ident
                foreach value $values {append text "\[$value\]"}
            }
            if {![info exists children($item)]} continue
            if {[llength $children($item)] == 1} {
                lappend todo $children($item)
            } else {
                foreach child [lreverse $children($item)] {lappend todo ) $child (}
            }
        }
    }
    return $text
}

# --- Checking ---

# The types of the properties. Those of `points`, `label` and `line` have lists.
foreach {type idents} {
    none {KO DO IT} double {DM GB GW HO UC BM TE} real {KM V BL WL TM} number {FF GM ST PM MN HA OB OW} color {PL} move {B W} size {SZ}
    points {DD VW TB TW AB AW AE CR MA SQ TR SL} label {LB} line {AR LN}
} {
    foreach ident $idents {set types($ident) $type}
}

proc type_of {ident} {
    return [expr {[info exists ::types($ident)] ? $::types($ident) : "any"}]
}

proc is_valid {ident value} {
    set value [string trim $value]
    switch -- [type_of $ident] {
        none {return [expr {$value eq ""}]}
        double {return [expr {$value in {1 2}}]}
        real {return [regexp {^[+-]?\d+(\.\d+)?$} $value]}
        number {return [regexp {^[+-]?\d+$} $value]}
        color {return [expr {$value in {B W}}]}
        move {return [expr {[move $value] ne ""}]}
        size {return [regexp {^0*([1-9]|[1-4]\d|5[0-2])(:0*([1-9]|[1-4]\d|5[0-2]))?$} $value]}
        points {return [expr {$value eq "" ? $ident in {DD VW TB TW} : [llength [points [list $value]]] > 0}]}
        label {return [expr {[regexp {^([^:]*):} $value -> at] && [point $at] ne ""}]}
        line {return [expr {[regexp {^(..):(..)$} $value -> from to] && $from ne $to && {} ni [list [point $from] [point $to]]}]}
    }
    return 1
}

# Reports the faults of a node. `places` has the offset of each property, and `start` that of the node.
proc check_node {bytes properties places start is_root} {
    if {$is_root} {lassign [size_of $properties] ::cols ::rows}
    set kinds {}
    foreach {ident values} $properties at $places {
        set is_list [expr {[type_of $ident] in {any points label line}}]
        set is_wrong [expr {[info exists seen($ident)] || !$is_list && [llength $values] > 1}]
        foreach value $values {
            if {![is_valid $ident $value]} {set is_wrong 1}
        }
        set seen($ident) 1
        # Setup, moves, and both colours in one node.
        if {$ident in {AB AW AE PL}} {lappend kinds setup}
        if {$ident in {B W KO MN}} {lappend kinds move}
        if {[llength [lsort -unique $kinds]] > 1 || [info exists seen(B)] && [info exists seen(W)] && $ident in {B W}} {set is_wrong 1}
        # A point in two lists.
        if {$ident in {AB AW AE TB TW}} {
            foreach point [points $values] {
                if {[info exists used([string index $ident 0],$point)]} {set is_wrong 1}
                set used([string index $ident 0],$point) 1
            }
        }
        if {!$is_root && $ident in {AP CA FF GM ST SZ}} {set is_wrong 1}
        if {$is_wrong} {fault $at}
        if {$ident eq "CA" && [charset [lindex $values 0]] eq "utf-8" && ![is_utf8 $bytes]} {fault $start}
    }
}

# --- The protocol ---

lassign $argv level path argument
if {$level eq "version"} {
    answer "{\"program\":\"reader.tcl\",\"version\":\"1\",\"levels\":[array_of_texts $levels],\"formats\":\[\"sgf\"\]}"
}
if {$level ni $levels || ![string match -nocase *.sgf $path]} {answer "{\"unsupported\":true}"}
set file [open $path rb]
set games [parse [read $file]]
if {![llength $games]} {answer "{\"refused\":\"no game\"}"}
set line [main_line [lindex $games 0]]
set root [lindex $line 0]
lassign [size_of $root] cols rows
set rules [string tolower [first_value $root RU]]
switch -- $level {
    tree {answer [tree_json $games]}
    text {answer [tree_json [lmap game $games {as_texts $game}]]}
    info {answer [info_json $line]}
    write {answer [written $games]}
    check {
        set faulty [expr {[llength $faults] ? "true" : "false"}]
        answer "{\"faulty\":$faulty,\"places\":[array_of [lsort -integer -unique $faults]]}"
    }
    moves {
        set moves {}
        foreach properties $line {
            foreach {ident values} $properties {
                set at [expr {$ident in {B W} ? [move [lindex $values 0]] : ""}]
                if {$at ne ""} {lappend moves [array_of [list [quoted $ident] {*}[string map {pass ""} $at]]]}
            }
        }
        answer "{\"size\":[array_of "$cols $rows"],\"moves\":[array_of $moves]}"
    }
}
set legal [replay $line $rules]
switch -- $level {
    legal {answer "{\"legal\":[array_of $legal]}"}
    score {answer "{\"result\":[quoted [score $root $rules $argument]]}"}
    position {
        set ko [expr {$ko eq "" ? "null" : "\[$ko\]"}]
        answer "{\"size\":[array_of "$cols $rows"],\"board\":[array_of_texts [board_rows]],\"to_play\":[quoted $to_play],\"ko\":$ko}"
    }
}
