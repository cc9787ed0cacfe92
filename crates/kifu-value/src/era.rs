//! Japanese eras: `JD` (2016 draft, *JD*), and dates with an era in `DT`.

use alloc::vec::Vec;
use core::fmt;

use super::scan::Scan;
use super::{Date, Parsed, ReadError};

const JAPANESE_DATE: &str = "a Japanese date such as `Tenpo 15-2-28`";

/// A Japanese era.
///
/// ```
/// use kifu_value::Era;
///
/// let tenpo = Era::named("Tenpō").unwrap();
/// assert_eq!((tenpo.name(), tenpo.kanji(), tenpo.first_year()), ("Tenpo", "天保", 1830));
/// assert_eq!(Era::named("天保"), Some(tenpo));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Era(
    /// The index of the era in the table of eras.
    u8,
);

impl Era {
    /// Finds the era with a name in kanji or in Latin letters.
    ///
    /// Macrons, apostrophes, capital letters, `ou` or `oo` for a long vowel, and `m` before `b`, `m` or `p` make no
    /// difference. If two eras sound the same, it returns the later one.
    pub fn named(name: &str) -> Option<Era> {
        let named = |&(_, kanji, latin): &Row| kanji == name || same_sound(latin, name);
        let row = ERAS.iter().rposition(named)?;
        Some(Era(u8::try_from(row).ok()?))
    }

    /// Returns the name of the era in Latin letters, without macrons.
    pub fn name(self) -> &'static str {
        self.row().2
    }

    /// Returns the name of the era in kanji.
    pub fn kanji(self) -> &'static str {
        self.row().1
    }

    /// Returns the Western year in which year 1 of the era began.
    pub fn first_year(self) -> u16 {
        self.row().0
    }

    fn row(self) -> Row {
        ERAS[usize::from(self.0)]
    }

    /// The last year of the era. Before 1394, eras can overlap, because two courts had their own eras.
    fn last_year(self) -> u16 {
        match ERAS.get(usize::from(self.0) + 1) {
            Some(next) if self.first_year() >= 1394 => next.0 - self.first_year() + 1,
            _ => 99,
        }
    }
}

impl fmt::Display for Era {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether two names in Latin letters are spellings of the same name.
fn same_sound(a: &str, b: &str) -> bool {
    sounds(a).eq(sounds(b))
}

/// The letters of a name, with long vowels shortened.
fn sounds(name: &str) -> impl Iterator<Item = char> + '_ {
    let mut letters = name.chars().filter_map(letter).peekable();
    core::iter::from_fn(move || {
        let letter = letters.next()?;
        let next = letters.peek().copied();
        match (letter, next) {
            ('o', Some('u' | 'o')) | ('u', Some('u')) => {
                letters.next();
                Some(letter)
            }
            ('m', Some('b' | 'm' | 'p')) => Some('n'),
            _ => Some(letter),
        }
    })
}

fn letter(c: char) -> Option<char> {
    match c {
        'ō' | 'Ō' | 'ô' | 'Ô' => Some('o'),
        'ū' | 'Ū' | 'û' | 'Û' => Some('u'),
        '\'' | '’' | '-' => None,
        c => Some(c.to_ascii_lowercase()),
    }
}

/// A date in a Japanese era. Up to 1872, its month and day are those of the old calendar, which is about a month
/// behind the Western one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EraDate {
    /// The era in which the date is.
    pub era: Era,
    /// The year of the era, from 1.
    pub year: u16,
    /// The month, if known.
    pub month: Option<EraMonth>,
    /// The day of the month, if known: 1 to 31.
    pub day: Option<u8>,
}

/// A month of a Japanese year.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EraMonth {
    /// The number of the month: 1 to 12.
    pub number: u8,
    /// Whether it is the leap month (閏) after the month with this number.
    pub leap: bool,
}

impl EraDate {
    /// The Western year in which this Japanese year began. Up to 1872, the last weeks of a Japanese year are in the
    /// next Western year.
    pub fn western_year(&self) -> u16 {
        self.era.first_year() + self.year - 1
    }

    /// The Western date. From 1873 on, when Japan adopted the Western calendar, it has the month and the day; before
    /// that, only the year.
    pub fn to_date(&self) -> Date {
        let year = self.western_year();
        let known = (year >= 1873).then_some(self);
        let month = known.and_then(|date| date.month).map(|month| month.number);
        let day = known.and_then(|date| date.day);
        Date::new(year, month, day)
            .or_else(|| Date::new(year, month, None))
            .unwrap_or(Date::in_year(year))
    }
}

/// Writes the date as in `Tenpo 15-2-28`. A leap month has an `i` for intercalary: `Tenpo 12-i1-3`.
impl fmt::Display for EraDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.era, self.year)?;
        if let Some(month) = self.month {
            write!(f, "-{month}")?;
        }
        match self.day {
            Some(day) => write!(f, "-{day}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for EraMonth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let leap = if self.leap { "i" } else { "" };
        write!(f, "{leap}{}", self.number)
    }
}

/// The dates of `JD`: at least one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EraDates(pub Vec<EraDate>);

/// Writes each date without the parts that equal those of the previous one: `Bunsei 9-11-3,20,12-3`.
impl fmt::Display for EraDates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before: Option<EraDate> = None;
        for date in &self.0 {
            let Some(last) = before.replace(*date) else {
                write!(f, "{date}")?;
                continue;
            };
            let same_year = last.era == date.era && last.year == date.year && last.day.is_some();
            match (date.month, date.day) {
                (Some(_), Some(day)) if same_year && last.month == date.month => {
                    write!(f, ",{day}")?;
                }
                (Some(month), Some(day)) if same_year => write!(f, ",{month}-{day}")?,
                _ => write!(f, ",{date}")?,
            }
        }
        Ok(())
    }
}

/// Reads Japanese dates such as `Tenpo 15-2-28`, `Tenpō 15-II-28` and `天保十五年二月二十八日`, and lists such as
/// `Bunsei 9-11-3,20,12-3`.
///
/// ```
/// use kifu_value::era_dates;
///
/// let read = era_dates("Tenpo 15-2-28").unwrap();
/// assert!(read.is_exact());
/// assert_eq!(read.value.0[0].western_year(), 1844);
/// assert_eq!(era_dates("天保15年閏2月").unwrap().value.to_string(), "Tenpo 15-i2");
/// ```
///
/// # Errors
///
/// [`ReadError`] if the era is unknown, or did not have this year, month or day.
pub fn era_dates(text: &str) -> Result<Parsed<EraDates>, ReadError> {
    let mut scan = Scan::new(text);
    let mut dates: Vec<EraDate> = Vec::new();
    loop {
        scan.skip_spaces();
        let before = dates.last().copied();
        let date = match era(&mut scan) {
            Some(era) => after_era(&mut scan, era)?,
            None => shortened(&mut scan, before)?,
        };
        dates.push(date);
        scan.skip_spaces();
        if scan.is_done() {
            break;
        }
        if !scan.eat(",") {
            return Err(scan.expected("a comma and another date"));
        }
    }
    let plain = |c: char| c.is_ascii_digit() || super::scan::is_latin(c) || " -,'i".contains(c);
    let roman = text.contains(['I', 'V', 'X']);
    let other = !text.chars().all(plain) || roman || text.trim() != text;
    let lenient = other.then(|| scan.certain("a Japanese date in a nonstandard form"));
    Ok(Parsed::exact(EraDates(dates)).or_leniency(lenient))
}

/// Takes the name of an era.
pub(super) fn era(scan: &mut Scan<'_>) -> Option<Era> {
    let start = *scan;
    let rest = start.rest();
    if rest.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let kanji = |&(_, kanji, _): &&Row| rest.starts_with(kanji);
    if let Some(&(_, kanji, _)) = ERAS
        .iter()
        .rev()
        .filter(kanji)
        .max_by_key(|row| row.1.len())
    {
        scan.eat_exactly(kanji);
        return Era::named(kanji);
    }
    scan.skip_while(|c| super::scan::is_latin(c) || c == '\'');
    let word = &rest[..scan.at() - start.at()];
    let found = (!word.is_empty()).then(|| Era::named(word)).flatten();
    if found.is_none() {
        *scan = start;
    }
    found
}

/// Takes the year, month and day after the name of an era.
pub(super) fn after_era(scan: &mut Scan<'_>, era: Era) -> Result<EraDate, ReadError> {
    scan.skip_spaces();
    let year = number(scan, era.last_year(), "a year of this era")?;
    finish(scan, era, year)
}

/// Takes a date without the parts that equal those of the previous one.
fn shortened(scan: &mut Scan<'_>, before: Option<EraDate>) -> Result<EraDate, ReadError> {
    let before = before.ok_or_else(|| scan.expected(JAPANESE_DATE))?;
    let start = *scan;
    let numbers = {
        let mut there = *scan;
        there.skip_while(|c| c.is_ascii_alphanumeric() || c == '-');
        let part = &start.rest()[..there.at() - start.at()];
        1 + part.matches('-').count()
    };
    let EraDate {
        era, year, month, ..
    } = before;
    match numbers {
        1 if before.day.is_some() => {
            let day = Some(day(scan)?);
            Ok(EraDate {
                era,
                year,
                month,
                day,
            })
        }
        2 => with_month(scan, era, year),
        3 => after_era(scan, era),
        _ => Err(start.expected(JAPANESE_DATE)),
    }
}

fn finish(scan: &mut Scan<'_>, era: Era, year: u16) -> Result<EraDate, ReadError> {
    let separated = scan.eat("年");
    scan.skip_spaces();
    let more = scan.eat("-") || scan.eat(".") || scan.eat("/");
    if more || separated && scan.peek().is_some_and(|c| c != ',') {
        return with_month(scan, era, year);
    }
    Ok(EraDate {
        era,
        year,
        month: None,
        day: None,
    })
}

fn with_month(scan: &mut Scan<'_>, era: Era, year: u16) -> Result<EraDate, ReadError> {
    let month = Some(month(scan)?);
    let separated = scan.eat("月");
    scan.skip_spaces();
    let more = scan.eat("-") || scan.eat(".") || scan.eat("/");
    let day = if more || separated && scan.peek().is_some_and(|c| c != ',') {
        Some(day(scan)?)
    } else {
        None
    };
    Ok(EraDate {
        era,
        year,
        month,
        day,
    })
}

fn month(scan: &mut Scan<'_>) -> Result<EraMonth, ReadError> {
    const ROMAN: &[(&str, u8)] = &[
        ("i", 1),
        ("ii", 2),
        ("iii", 3),
        ("iv", 4),
        ("v", 5),
        ("vi", 6),
        ("vii", 7),
        ("viii", 8),
        ("ix", 9),
        ("x", 10),
        ("xi", 11),
        ("xii", 12),
    ];
    let mut leap = scan.eat("闰");
    if let Some(number) = scan.word(ROMAN) {
        if !scan.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Ok(EraMonth { number, leap });
        }
        leap = true;
    }
    if scan.eat("正") {
        return Ok(EraMonth { number: 1, leap });
    }
    let number = number(scan, 12, "a month from 1 to 12")? as u8;
    Ok(EraMonth { number, leap })
}

fn day(scan: &mut Scan<'_>) -> Result<u8, ReadError> {
    let day = number(scan, 31, "a day from 1 to 31")? as u8;
    scan.eat("日");
    Ok(day)
}

/// Takes a number from 1 to `max`; 元 is 1.
fn number(scan: &mut Scan<'_>, max: u16, expected: &'static str) -> Result<u16, ReadError> {
    let start = scan.at();
    if scan.eat("元") {
        return Ok(1);
    }
    let number = scan.integer().ok_or_else(|| scan.expected(expected))?;
    match u16::try_from(number) {
        Ok(number) if (1..=max).contains(&number) => Ok(number),
        _ => Err(scan.impossible(start, expected)),
    }
}

type Row = (u16, &'static str, &'static str);

/// The eras in the order of their first years: the first year, the name in kanji and the name in Latin letters. From
/// 1331 to 1392, when Japan had two courts, the table has the eras of both.
const ERAS: &[Row] = &[
    (645, "大化", "Taika"),
    (650, "白雉", "Hakuchi"),
    (686, "朱鳥", "Shucho"),
    (701, "大宝", "Taiho"),
    (704, "慶雲", "Keiun"),
    (708, "和銅", "Wado"),
    (715, "霊亀", "Reiki"),
    (717, "養老", "Yoro"),
    (724, "神亀", "Jinki"),
    (729, "天平", "Tenpyo"),
    (749, "天平感宝", "Tenpyokanpo"),
    (749, "天平勝宝", "Tenpyoshoho"),
    (757, "天平宝字", "Tenpyohoji"),
    (765, "天平神護", "Tenpyojingo"),
    (767, "神護景雲", "Jingokeiun"),
    (770, "宝亀", "Hoki"),
    (781, "天応", "Teno"),
    (782, "延暦", "Enryaku"),
    (806, "大同", "Daido"),
    (810, "弘仁", "Konin"),
    (824, "天長", "Tencho"),
    (834, "承和", "Jowa"),
    (848, "嘉祥", "Kasho"),
    (851, "仁寿", "Ninju"),
    (854, "斉衡", "Saiko"),
    (857, "天安", "Tenan"),
    (859, "貞観", "Jogan"),
    (877, "元慶", "Gangyo"),
    (885, "仁和", "Ninna"),
    (889, "寛平", "Kanpyo"),
    (898, "昌泰", "Shotai"),
    (901, "延喜", "Engi"),
    (923, "延長", "Encho"),
    (931, "承平", "Johei"),
    (938, "天慶", "Tengyo"),
    (947, "天暦", "Tenryaku"),
    (957, "天徳", "Tentoku"),
    (961, "応和", "Owa"),
    (964, "康保", "Koho"),
    (968, "安和", "Anna"),
    (970, "天禄", "Tenroku"),
    (973, "天延", "Tenen"),
    (976, "貞元", "Jogen"),
    (978, "天元", "Tengen"),
    (983, "永観", "Eikan"),
    (985, "寛和", "Kanna"),
    (987, "永延", "Eien"),
    (989, "永祚", "Eiso"),
    (990, "正暦", "Shoryaku"),
    (995, "長徳", "Chotoku"),
    (999, "長保", "Choho"),
    (1004, "寛弘", "Kanko"),
    (1012, "長和", "Chowa"),
    (1017, "寛仁", "Kannin"),
    (1021, "治安", "Jian"),
    (1024, "万寿", "Manju"),
    (1028, "長元", "Chogen"),
    (1037, "長暦", "Choryaku"),
    (1040, "長久", "Chokyu"),
    (1044, "寛徳", "Kantoku"),
    (1046, "永承", "Eisho"),
    (1053, "天喜", "Tengi"),
    (1058, "康平", "Kohei"),
    (1065, "治暦", "Jiryaku"),
    (1069, "延久", "Enkyu"),
    (1074, "承保", "Joho"),
    (1077, "承暦", "Joryaku"),
    (1081, "永保", "Eiho"),
    (1084, "応徳", "Otoku"),
    (1087, "寛治", "Kanji"),
    (1094, "嘉保", "Kaho"),
    (1096, "永長", "Eicho"),
    (1097, "承徳", "Jotoku"),
    (1099, "康和", "Kowa"),
    (1104, "長治", "Choji"),
    (1106, "嘉承", "Kajo"),
    (1108, "天仁", "Tennin"),
    (1110, "天永", "Tenei"),
    (1113, "永久", "Eikyu"),
    (1118, "元永", "Genei"),
    (1120, "保安", "Hoan"),
    (1124, "天治", "Tenji"),
    (1126, "大治", "Daiji"),
    (1131, "天承", "Tensho"),
    (1132, "長承", "Chosho"),
    (1135, "保延", "Hoen"),
    (1141, "永治", "Eiji"),
    (1142, "康治", "Koji"),
    (1144, "天養", "Tenyo"),
    (1145, "久安", "Kyuan"),
    (1151, "仁平", "Ninpei"),
    (1154, "久寿", "Kyuju"),
    (1156, "保元", "Hogen"),
    (1159, "平治", "Heiji"),
    (1160, "永暦", "Eiryaku"),
    (1161, "応保", "Oho"),
    (1163, "長寛", "Chokan"),
    (1165, "永万", "Eiman"),
    (1166, "仁安", "Ninan"),
    (1169, "嘉応", "Kao"),
    (1171, "承安", "Joan"),
    (1175, "安元", "Angen"),
    (1177, "治承", "Jisho"),
    (1181, "養和", "Yowa"),
    (1182, "寿永", "Juei"),
    (1184, "元暦", "Genryaku"),
    (1185, "文治", "Bunji"),
    (1190, "建久", "Kenkyu"),
    (1199, "正治", "Shoji"),
    (1201, "建仁", "Kennin"),
    (1204, "元久", "Genkyu"),
    (1206, "建永", "Kenei"),
    (1207, "承元", "Jogen"),
    (1211, "建暦", "Kenryaku"),
    (1213, "建保", "Kenpo"),
    (1219, "承久", "Jokyu"),
    (1222, "貞応", "Joo"),
    (1224, "元仁", "Gennin"),
    (1225, "嘉禄", "Karoku"),
    (1227, "安貞", "Antei"),
    (1229, "寛喜", "Kangi"),
    (1232, "貞永", "Joei"),
    (1233, "天福", "Tenpuku"),
    (1234, "文暦", "Bunryaku"),
    (1235, "嘉禎", "Katei"),
    (1238, "暦仁", "Ryakunin"),
    (1239, "延応", "Eno"),
    (1240, "仁治", "Ninji"),
    (1243, "寛元", "Kangen"),
    (1247, "宝治", "Hoji"),
    (1249, "建長", "Kencho"),
    (1256, "康元", "Kogen"),
    (1257, "正嘉", "Shoka"),
    (1259, "正元", "Shogen"),
    (1260, "文応", "Buno"),
    (1261, "弘長", "Kocho"),
    (1264, "文永", "Bunei"),
    (1275, "建治", "Kenji"),
    (1278, "弘安", "Koan"),
    (1288, "正応", "Shoo"),
    (1293, "永仁", "Einin"),
    (1299, "正安", "Shoan"),
    (1302, "乾元", "Kengen"),
    (1303, "嘉元", "Kagen"),
    (1306, "徳治", "Tokuji"),
    (1308, "延慶", "Enkyo"),
    (1311, "応長", "Ocho"),
    (1312, "正和", "Showa"),
    (1317, "文保", "Bunpo"),
    (1319, "元応", "Geno"),
    (1321, "元亨", "Genko"),
    (1324, "正中", "Shochu"),
    (1326, "嘉暦", "Karyaku"),
    (1329, "元徳", "Gentoku"),
    (1331, "元弘", "Genko"),
    (1332, "正慶", "Shokyo"),
    (1334, "建武", "Kenmu"),
    (1336, "延元", "Engen"),
    (1338, "暦応", "Ryakuo"),
    (1340, "興国", "Kokoku"),
    (1342, "康永", "Koei"),
    (1345, "貞和", "Jowa"),
    (1346, "正平", "Shohei"),
    (1350, "観応", "Kano"),
    (1352, "文和", "Bunna"),
    (1356, "延文", "Enbun"),
    (1361, "康安", "Koan"),
    (1362, "貞治", "Joji"),
    (1368, "応安", "Oan"),
    (1370, "建徳", "Kentoku"),
    (1372, "文中", "Bunchu"),
    (1375, "永和", "Eiwa"),
    (1375, "天授", "Tenju"),
    (1379, "康暦", "Koryaku"),
    (1381, "永徳", "Eitoku"),
    (1381, "弘和", "Kowa"),
    (1384, "至徳", "Shitoku"),
    (1384, "元中", "Genchu"),
    (1387, "嘉慶", "Kakei"),
    (1389, "康応", "Koo"),
    (1390, "明徳", "Meitoku"),
    (1394, "応永", "Oei"),
    (1428, "正長", "Shocho"),
    (1429, "永享", "Eikyo"),
    (1441, "嘉吉", "Kakitsu"),
    (1444, "文安", "Bunan"),
    (1449, "宝徳", "Hotoku"),
    (1452, "享徳", "Kyotoku"),
    (1455, "康正", "Kosho"),
    (1457, "長禄", "Choroku"),
    (1460, "寛正", "Kansho"),
    (1466, "文正", "Bunsho"),
    (1467, "応仁", "Onin"),
    (1469, "文明", "Bunmei"),
    (1487, "長享", "Chokyo"),
    (1489, "延徳", "Entoku"),
    (1492, "明応", "Meio"),
    (1501, "文亀", "Bunki"),
    (1504, "永正", "Eisho"),
    (1521, "大永", "Daiei"),
    (1528, "享禄", "Kyoroku"),
    (1532, "天文", "Tenbun"),
    (1555, "弘治", "Koji"),
    (1558, "永禄", "Eiroku"),
    (1570, "元亀", "Genki"),
    (1573, "天正", "Tensho"),
    (1593, "文禄", "Bunroku"),
    (1596, "慶長", "Keicho"),
    (1615, "元和", "Genna"),
    (1624, "寛永", "Kanei"),
    (1645, "正保", "Shoho"),
    (1648, "慶安", "Keian"),
    (1652, "承応", "Joo"),
    (1655, "明暦", "Meireki"),
    (1658, "万治", "Manji"),
    (1661, "寛文", "Kanbun"),
    (1673, "延宝", "Enpo"),
    (1681, "天和", "Tenna"),
    (1684, "貞享", "Jokyo"),
    (1688, "元禄", "Genroku"),
    (1704, "宝永", "Hoei"),
    (1711, "正徳", "Shotoku"),
    (1716, "享保", "Kyoho"),
    (1736, "元文", "Genbun"),
    (1741, "寛保", "Kanpo"),
    (1744, "延享", "Enkyo"),
    (1748, "寛延", "Kanen"),
    (1751, "宝暦", "Horeki"),
    (1764, "明和", "Meiwa"),
    (1772, "安永", "Anei"),
    (1781, "天明", "Tenmei"),
    (1789, "寛政", "Kansei"),
    (1801, "享和", "Kyowa"),
    (1804, "文化", "Bunka"),
    (1818, "文政", "Bunsei"),
    (1830, "天保", "Tenpo"),
    (1844, "弘化", "Koka"),
    (1848, "嘉永", "Kaei"),
    (1854, "安政", "Ansei"),
    (1860, "万延", "Manen"),
    (1861, "文久", "Bunkyu"),
    (1864, "元治", "Genji"),
    (1865, "慶応", "Keio"),
    (1868, "明治", "Meiji"),
    (1912, "大正", "Taisho"),
    (1926, "昭和", "Showa"),
    (1989, "平成", "Heisei"),
    (2019, "令和", "Reiwa"),
];

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn eras_are_found_by_their_names() {
        for (name, first_year) in [
            ("Taika", 645),
            ("天平勝宝", 749),
            ("天平", 729),
            ("Tenshō", 1573),
            ("Tenpo", 1830),
            ("Tenpō", 1830),
            ("Tempo", 1830),
            ("tenpou", 1830),
            ("An'ei", 1772),
            ("Man’en", 1860),
            ("Kyōhō", 1716),
            ("Joo", 1652),
            ("承応", 1652),
            ("貞応", 1222),
            ("Hōei", 1704),
            ("Shōwa", 1926),
            ("令和", 2019),
            ("Keiō", 1865),
            ("Bunkyū", 1861),
            ("Kampo", 1741),
        ] {
            assert_eq!(
                Era::named(name).map(Era::first_year),
                Some(first_year),
                "{name}"
            );
        }
        for wrong in ["", "Tenp", "'", "天", "Meijin"] {
            assert_eq!(Era::named(wrong), None, "{wrong}");
        }
        assert!(ERAS.is_sorted_by_key(|row| row.0));
        assert!(ERAS.len() < 256);
        for (_, kanji, _) in ERAS {
            assert_eq!(Era::named(kanji).unwrap().kanji(), *kanji);
        }
    }

    #[test]
    fn japanese_dates_in_many_spellings() {
        for (text, canonical, years) in [
            ("Tenpo 15-2-28", "Tenpo 15-2-28", "1844"),
            ("Tenpō 15-II-28", "Tenpo 15-2-28", "1844"),
            ("Tenpo 7", "Tenpo 7", "1836"),
            ("An'ei 6-10", "Anei 6-10", "1777"),
            ("Bunsei 7-7-4,6", "Bunsei 7-7-4,6", "1824 1824"),
            (
                "Bunsei 9-11-3,20,12-3",
                "Bunsei 9-11-3,20,12-3",
                "1826 1826 1826",
            ),
            ("Bunsei 12-1-29,12-2-13", "Bunsei 12-1-29,2-13", "1829 1829"),
            ("Keio 4-6-1", "Keio 4-6-1", "1868"),
            ("Keio 4,Meiji 2", "Keio 4,Meiji 2", "1868 1869"),
            ("Tenpo 12-i1-3", "Tenpo 12-i1-3", "1841"),
            ("天保十五年二月二十八日", "Tenpo 15-2-28", "1844"),
            ("天保15年閏2月", "Tenpo 15-i2", "1844"),
            ("昭和21年7月31日", "Showa 21-7-31", "1946"),
            ("明治元年", "Meiji 1", "1868"),
            ("弘化三年 七月", "Koka 3-7", "1846"),
            ("慶長１２年", "Keicho 12", "1607"),
        ] {
            let read = era_dates(text).unwrap();
            assert_eq!(read.value.to_string(), canonical, "{text}");
            let western = read
                .value
                .0
                .iter()
                .map(|date| date.western_year().to_string());
            assert_eq!(western.collect::<Vec<_>>().join(" "), years, "{text}");
            let again = era_dates(canonical).unwrap();
            assert!(again.is_exact(), "{canonical}");
            assert_eq!(again.value, read.value);
        }
    }

    #[test]
    fn errors_point_at_the_fault() {
        for (text, start, end) in [
            ("", 0, 0),
            ("1844", 0, 1),
            ("Foo 3", 0, 3),
            ("Tenpo", 5, 5),
            ("Hōreki era", 8, 11),
            ("Tenpo 16", 6, 8),
            ("Tenpo 0", 6, 7),
            ("Tenpo 3-13", 8, 10),
            ("Tenpo 3-1-32", 10, 12),
            ("Tenpo 3-", 8, 8),
            ("Tenpo 3;", 7, 8),
        ] {
            let error = era_dates(text).unwrap_err();
            assert_eq!(error.span, crate::Span::new(start, end), "{text}");
        }
    }

    #[test]
    fn western_dates_are_exact_from_1873_on() {
        let western = |text: &str| era_dates(text).unwrap().value.0[0].to_date().to_string();
        assert_eq!(western("Meiji 6-1-1"), "1873-01-01");
        assert_eq!(western("Meiji 5-12-2"), "1872");
        assert_eq!(western("昭和21年7月31日"), "1946-07-31");
    }
}
