#!/usr/bin/perl
# A small reader of SGF in Perl, written from the README of the suite: `perl reader.pl LEVEL FILE`.
use strict;
use warnings;
use Encode ();
use JSON::PP ();

my $json = JSON::PP->new->utf8->canonical;
my ($level, $path) = @ARGV;

sub answer { print $json->encode($_[0]), "\n"; exit 0 }

my @levels = qw(tree moves info);
answer({ program => 'reader.pl', version => '1', levels => \@levels, formats => ['sgf'] }) if $level eq 'version';
answer({ unsupported => JSON::PP::true }) if $path !~ /\.sgf$/ || !grep { $_ eq $level } @levels;

open my $file, '<:raw', $path or die "$path: $!";
my $source = do { local $/; <$file> };
# The charset of the first CA; UTF-8 otherwise.
my $name = $source =~ /CA\s*\[([^\]]*)\]/ ? $1 : 'UTF-8';
my $charset = Encode::find_encoding($name) or answer({ refused => "unknown charset $name" });
my $text = eval { Encode::decode($charset->name, $source, Encode::FB_CROAK) };
answer({ refused => "not in $name" }) unless defined $text;

# Returns the games, each a list of nodes.
sub parse {
    my (@games, @stack, $node, $current);
    pos($text) = 0;
    $text =~ /\G\x{feff}/gc;
    while (pos($text) < length $text) {
        if ($text =~ /\G\s+/gc) { next }
        if ($text =~ /\G\(/gc) {
            push @stack, $current;
            if (@stack == 1) { push @games, []; $current = undef }
            $node = undef;
        } elsif ($text =~ /\G\)/gc) {
            return unless @stack;
            $current = pop @stack;
            $node = undef;
        } elsif ($text =~ /\G;/gc) {
            return unless @stack;
            $node = { parent => $current, properties => [] };
            push @{ $games[-1] }, $node;
            $current = $#{ $games[-1] };
        } elsif ($text =~ /\G([A-Za-z]+)\s*/gc) {
            (my $ident = $1) =~ tr/a-z//d;
            return unless $node;
            my @values;
            push @values, $1 while $text =~ /\G\s*\[((?:[^\]\\]|\\.)*)\]/gcs;
            return unless @values;
            push @{ $node->{properties} }, [$ident, \@values];
        } else {
            return;
        }
    }
    return if @stack || !@games;
    return \@games;
}

my $games = parse() or answer({ refused => 'not well-formed SGF with a game' });
answer({ games => [map { { nodes => $_ } } @$games] }) if $level eq 'tree';

# The values of the root; the main line follows the first children.
my %root = map { $_->[0] => $_->[1] } @{ $games->[0][0]{properties} };
my ($cols, $rows) = ($root{SZ} ? $root{SZ}[0] : '19') =~ /^\s*(\d+)(?::(\d+))?/ or answer({ refused => 'no size' });
$rows //= $cols;
if ($level eq 'info') {
    my %members = (black => 'PB', white => 'PW', black_rank => 'BR', white_rank => 'WR', black_team => 'BT', white_team => 'WT', name => 'GN',
        event => 'EV', round => 'RO', place => 'PC', rules => 'RU', overtime => 'OT', source => 'SO', annotator => 'AN', user => 'US',
        copyright => 'CP', opening => 'ON');
    # Dates are left out: this program does not read them.
    my %info = (size => [$cols + 0, $rows + 0], map { $_ => undef } keys %members, qw(komi handicap time result));
    for my $member (keys %members) {
        my $value = $root{ $members{$member} } or next;
        (my $shown = $value->[0]) =~ s/\\(\r\n|\n\r|[\r\n])//g;
        $shown =~ s/(\r\n|\n\r|[\r\n])/ /g;
        $shown =~ s/\\(.)/$1/gs;
        $shown =~ s/[\t\x0b\f]/ /g;
        $info{$member} = $shown;
    }
    for (['komi', 'KM'], ['handicap', 'HA'], ['time', 'TM']) {
        my ($member, $ident) = @$_;
        $info{$member} = $1 + 0 if $root{$ident} && $root{$ident}[0] =~ /^([+-]?\d+(\.\d+)?)$/;
    }
    my $result = $root{RE} ? $root{RE}[0] : '';
    if ($result =~ /^([BW])\+(R|T|F)(?:esign|ime|orfeit)?$/) { $info{result} = "$1+$2" }
    elsif ($result =~ /^([BW])\+(\d+(?:\.\d+)?)?$/) { $info{result} = "$1+" . (defined $2 ? $2 + 0 : '') }
    elsif ($result =~ /^(0|Draw|Jigo)$/) { $info{result} = '0' }
    elsif ($result =~ /^(Void|\?|Unfinished|Playing)$/) { $info{result} = $result }
    answer({ info => \%info });
}
my @letters = ('a' .. 'z', 'A' .. 'Z');
my %number = map { $letters[$_] => $_ } 0 .. $#letters;
my (@line, $current);
for my $index (0 .. $#{ $games->[0] }) {
    my $node = $games->[0][$index];
    next if $index && (!defined $node->{parent} || $node->{parent} != $current);
    $current = $index;
    for (@{ $node->{properties} }) {
        my ($ident, $values) = @$_;
        next unless $ident eq 'B' || $ident eq 'W';
        my $point = $values->[0];
        if ($point eq '' || $point eq 'tt' && $cols <= 19 && $rows <= 19) { push @line, [$ident] }
        elsif ($point =~ /^([a-zA-Z])([a-zA-Z])$/) { push @line, [$ident, $number{$1}, $number{$2}] }
    }
}
answer({ size => [$cols + 0, $rows + 0], moves => \@line });
