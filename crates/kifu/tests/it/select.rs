//! Selection of games in formats other than SGF.

use kifu::select::{Games, Select};

/// Returns the numbers of the games that match an expression.
#[track_caller]
fn matching_games(source: &str, expression: &str) -> Vec<usize> {
    let record = kifu::read(source).unwrap();
    let sgf = record.to_sgf().unwrap();
    let games = Games::of(&record, &sgf);
    let select = Select::parse(expression).unwrap_or_else(|found| panic!("{expression}: {found}"));
    let numbers = games.iter().filter(|game| select.matches(game));
    numbers.map(|game| game.number()).collect()
}

#[test]
fn games_of_one_file_can_be_of_different_formats() {
    let sgf = "(;FF[3];B[aa])(;FF[4];B[aa])(;B[aa])";
    assert_eq!(matching_games(sgf, "format == 'SGF FF[4]'"), [2]);
    assert_eq!(matching_games(sgf, "format == sgf"), [1, 2, 3]);
    let jgf = r#"[{"record":{"version":1},"tree":[{}]},{"record":{"format":"JGF","version":2},"tree":[{}]}]"#;
    assert_eq!(matching_games(jgf, "format ~ 'JGF 1'"), [1]);
    assert_eq!(matching_games(jgf, "format ~ 'JGF 2'"), [2]);
}

#[test]
fn games_of_other_formats_can_be_selected() {
    let jgf = r#"[{"game":{"dates":["1999-03"]},"rules":{"komi":6.5},"players":[{"color":"B","name":"Cho U"}],
        "tree":[{},{"move":{"B":"pd"}}]},{"game":{},"tree":[{}]}]"#;
    assert_eq!(
        matching_games(
            jgf,
            "player ~ cho and komi == 6.5 and B[Q16] and date == 1999"
        ),
        [1]
    );
    assert_eq!(
        matching_games(jgf, "format == jgf and not has(moves) and games == 2"),
        [2]
    );
    assert_eq!(
        matching_games(
            "# Corner.\n/1b2/1bw1/-B Problem 1\n",
            "format == sgn and title ~ problem"
        ),
        [1]
    );
}
