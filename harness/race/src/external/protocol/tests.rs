//! Tests of the protocol: written messages parse to the same messages, and no line causes a panic.

use board::RelationKind;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::*;

fn task() -> impl Strategy<Value = Task> {
    prop_oneof![Just(Task::First), Just(Task::Unique), Just(Task::Count)]
}

fn solve() -> impl Strategy<Value = Request> {
    let limit = || option::of(any::<u64>());
    let limits = (limit(), limit(), limit(), limit());
    let marks = option::of(vec(any::<u128>(), 1..5));
    (any::<u64>(), "[.1-9A-Z]{1,9}", any::<u64>(), task(), limits, marks, any::<bool>()).prop_map(
        |(id, puzzle, geometry, task, limits, marks, peak)| {
            let (limit_ns, limit_nodes, limit_rounds, limit_solutions) = limits;
            Request::Solve(Solve {
                id,
                puzzle,
                geometry,
                task,
                limit_ns,
                limit_nodes,
                limit_rounds,
                limit_solutions,
                marks,
                peak,
            })
        },
    )
}

fn request() -> impl Strategy<Value = Request> {
    prop_oneof![
        (any::<u64>(), "[a-z0-9=.,]{1,9}( [a-z0-9=.,]{1,9}){0,2}")
            .prop_map(|(number, text)| Request::Geometry(number, text)),
        any::<u32>().prop_map(|size| Request::Block(size as usize)),
        solve(),
        Just(Request::Quit),
    ]
}

fn hello() -> impl Strategy<Value = Reply> {
    let word = "[a-z0-9.]{1,8}";
    let lists = (vec(word, 0..3), vec(word, 0..3), option::of(vec(task(), 1..3)));
    (option::of(word), option::of(word), lists, any::<[bool; 2]>()).prop_map(
        |(name, version, (geometries, relations, tasks), [marks, blocks])| {
            Reply::Hello(Hello { name, version, geometries, relations, tasks, marks, blocks })
        },
    )
}

fn answer() -> impl Strategy<Value = Reply> {
    let status = prop_oneof![
        Just(AnswerStatus::Unique),
        Just(AnswerStatus::Stuck),
        Just(AnswerStatus::Crashed)
    ];
    let grid = || option::of("[1-9A-Z]{1,9}");
    let number = || option::of(any::<u64>());
    let stop = prop_oneof![Just(Stop::Exhausted), Just(Stop::NodeLimit), Just(Stop::Stuck)];
    let granularity = prop_oneof![Just(Granularity::Block), Just(Granularity::Pipe)];
    let left = (option::of("[1-9.]{1,9}"), option::of(vec(any::<u128>(), 1..4)));
    let techniques = vec(("[a-z0-9-]{1,8}", any::<u64>()), 0..3);
    let words = (option::of(stop), left, techniques, option::of(granularity), any::<bool>());
    let error = option::of("[a-z=]{1,8}( [a-z=]{2,8}){0,3}");
    (
        (any::<u64>(), status, number(), grid(), grid(), number()),
        vec(any::<u64>(), 0..=Counter::ALL.len()),
        (number(), number(), number(), number(), number(), number(), number(), number()),
        words,
        error,
    )
        .prop_map(|(main, counters, times, words, error)| {
            let (id, status, wall_ns, first, second, solutions) = main;
            let (wall_error_ns, cpu_ns, group_size, setup_ns, ..) = times;
            let (.., encode_ns, solve_ns, decode_ns, peak_bytes) = times;
            let (stop, (partial, left), techniques, granularity, more) = words;
            let counters = Counter::ALL.into_iter().zip(counters).collect();
            Reply::Result(Box::new(Answer {
                id,
                status,
                wall_ns,
                first,
                second,
                solutions: solutions.map(Count::from),
                stop,
                partial,
                left,
                techniques,
                counters,
                wall_error_ns,
                cpu_ns,
                granularity,
                group_size,
                setup_ns,
                encode_ns,
                solve_ns,
                decode_ns,
                peak_bytes,
                more,
                error,
            }))
        })
}

fn reply() -> impl Strategy<Value = Reply> {
    let doing =
        prop_oneof![Just(Activity::Preparing), Just(Activity::Pilot), Just(Activity::Block)];
    prop_oneof![
        hello(),
        (any::<u64>(), doing).prop_map(|(id, doing)| Reply::Activity(id, doing)),
        (any::<u64>(), "[a-z0-9]{1,8}( [a-z0-9=]{1,8}){0,3}")
            .prop_map(|(id, step)| Reply::Step(id, step)),
        answer()
    ]
}

#[test]
fn an_error_is_found_after_any_blank() {
    for line in ["result 2 crashed -\terror=a  b", "result 2 crashed -\u{a0}error=a  b"] {
        let Ok(Reply::Result(answer)) = line.parse() else { panic!("{line:?}") };
        assert_eq!((answer.first.as_deref(), answer.error.as_deref()), (None, Some("a  b")));
        assert_eq!(answer.to_string().parse(), Ok(Reply::Result(answer)));
    }
    // A carriage return within it is a blank, because a message in which it was written would end there.
    let Ok(Reply::Result(answer)) = "result 2 crashed - - error=a\rb\r".parse() else { panic!() };
    assert_eq!(answer.error.as_deref(), Some("a b"));
    let request = "geometry 1 a\terror=b".parse::<Request>();
    assert_eq!(request, Ok(Request::Geometry(1, "a".into())));
}

proptest! {
    #[test]
    fn a_written_request_parses_to_the_same_request(request in request()) {
        let line = request.to_string();
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(line.parse(), Ok(request));
    }

    #[test]
    fn a_written_reply_parses_to_the_same_reply(reply in reply()) {
        let line = reply.to_string();
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(line.parse(), Ok(reply));
    }

    #[test]
    fn no_line_causes_a_panic(line in any::<String>()) {
        drop(line.parse::<Request>());
        drop(line.parse::<Reply>());
    }

    #[test]
    fn no_line_with_a_verb_causes_a_panic(verb in "hello|doing|step|result|solve|block|geometry", rest in "[ -~]{0,40}") {
        let line = format!("{verb} {rest}");
        drop(line.parse::<Request>());
        drop(line.parse::<Reply>());
    }
}

#[test]
fn documented_lines_are_parsed_and_unknown_keys_ignored() {
    let hello = "hello sudoku-backend/1 name=toy version=0.1.0 geometries=classic9 \
                 relations=sum,not-ratio tasks=first,unique,sing colour=red marks=yes";
    let expected = Hello {
        name: Some("toy".into()),
        version: Some("0.1.0".into()),
        geometries: vec!["classic9".into()],
        relations: [RelationKind::Sum(7), RelationKind::NotRatio(2)].map(kind_of_relation).into(),
        tasks: Some(vec![Task::First, Task::Unique]),
        marks: true,
        blocks: false,
    };
    assert_eq!(hello.parse(), Ok(Reply::Hello(expected)));
    let line = "result 17 unique 1200 534 second=- solutions=1 nodes=52 moves=4 bets=3 \
                encode_ns=- error=-";
    let mut expected = Answer::new(17, AnswerStatus::Unique);
    expected.wall_ns = Some(1200);
    expected.first = Some("534".into());
    expected.solutions = Some(Count::ONE);
    expected.counters = vec![(Counter::Nodes, 52), (Counter::Bets, 3)];
    assert_eq!(line.parse(), Ok(Reply::Result(Box::new(expected))));
}

#[test]
fn errors_name_what_is_missing_or_invalid() {
    let problem = |line: &str| match line.parse::<Reply>() {
        Ok(reply) => panic!("{reply}"),
        Err(error) => error.to_string(),
    };
    assert_eq!(problem("solving..."), "\"solving...\" is not a message of sudoku-backend/1");
    assert_eq!(problem("result"), "result without id");
    assert_eq!(problem("result 1 perhaps - -"), "invalid status \"perhaps\"");
    assert_eq!(problem("result 1 unique"), "result without time");
    assert_eq!(problem("hello sudoku-backend/2"), "invalid version \"sudoku-backend/2\"");
}
