//! Tests of addresses, paths and locations as people write them.

use std::num::NonZeroU32;

use kifu_tree::{Address, Forest, Location, NoLocation, ParseAddressError, TreePath};

#[test]
fn a_location_is_a_path_if_it_has_only_digits_and_full_stops() {
    for path in ["main", "0", "91", "0.2.1"] {
        let location: Location = path.parse().unwrap();
        assert_eq!(location, Location::Path(path.parse().unwrap()));
        assert_eq!(location.to_string(), path);
    }
    for address in ["m91", "m91:2.3", "#17"] {
        let location: Location = address.parse().unwrap();
        assert_eq!(location, Location::Address(address.parse().unwrap()));
        assert_eq!(location.to_string(), address);
    }
    let error = "move 91".parse::<Location>().unwrap_err().to_string();
    assert!(
        error.contains("`m91`") && error.contains("`0.2.1`"),
        "{error}"
    );
}

#[test]
fn a_location_is_the_end_of_a_path_or_the_node_of_an_address() {
    let mut forest = Forest::new();
    let root = forest.push_root(0);
    let stem = forest.push_child(root, 1);
    let first = forest.push_line(stem, [1, 1]);
    let second = forest.push_line(stem, [1, 1]);
    let at = |text: &str| {
        let location: Location = text.parse().unwrap();
        location.resolve(&forest, root, |id| Some(forest[id]))
    };
    assert_eq!(
        (at("main"), at("0"), at("1")),
        (Ok(stem), Ok(first), Ok(second))
    );
    assert_eq!(
        (at("m0"), at("m1"), at("m2:1.2")),
        (Ok(root), Ok(stem), Ok(second))
    );
    assert!(matches!(at("2"), Err(NoLocation::Path(_))));
    assert!(matches!(at("m5"), Err(NoLocation::Address(_))));
}

#[test]
fn a_path_has_its_steps() {
    let path = TreePath::new([0, 2, 1]);
    assert_eq!(
        (path.steps(), path.to_string()),
        (&[0, 2, 1][..], "0.2.1".into())
    );
    for (path, is_main) in [
        ("main", true),
        ("0", true),
        ("0.0", true),
        ("0.1", false),
        ("2.0", false),
    ] {
        let path: TreePath = path.parse().unwrap();
        assert_eq!(path.is_main_line(), is_main, "{path}");
    }
    let error = "a".parse::<TreePath>().unwrap_err().to_string();
    assert_eq!(
        error,
        "expected numbers from 0 separated by dots, such as `0.2.1`, or `main`"
    );
}

#[test]
fn only_move_0_is_the_start() {
    let is_start = |text: &str| text.parse::<Address>().unwrap().is_start();
    assert!(is_start("m0") && is_start("0") && Address::of_move(0).is_start());
    for other in ["m1", "m0+1", "m0:1", "#1"] {
        assert!(!is_start(other), "{other}");
    }
}

#[test]
fn addresses_are_created_from_numbers() {
    assert_eq!(Address::of_move(91).to_string(), "m91");
    assert_eq!(
        Address::numbered(NonZeroU32::new(17).unwrap()).to_string(),
        "#17"
    );
    let error: ParseAddressError = "m".parse::<Address>().unwrap_err();
    let error = error.to_string();
    assert!(
        ["`m91`", "`m91:2.3`", "`#17`"]
            .iter()
            .all(|example| error.contains(example)),
        "{error}"
    );
}
