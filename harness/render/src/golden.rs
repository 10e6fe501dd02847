//! For tests: a few rows, and comparisons with golden files. The tests of the command line include this
//! file, too.

use std::fs;
use std::path::Path;

use analysis::load::Runs;

/// Reads rows with a few columns.
pub(crate) fn runs(csv: &str) -> Runs {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.csv");
    fs::write(&path, csv).expect("a file");
    Runs::read(&[path]).expect("rows")
}

/// Rows with all special cases: a timeout, a wrong answer, a crash, names with HTML, orders 4 and 9.
pub(crate) const ROWS: &str = "\
backend,corpus,puzzle,geometry,status,verified,wall_ns,nodes,bets,limit_ms,solution
cover/dlx,small,one,classic4,unique,yes,2000,10,0,1000,1234341221434321
cover/dlx,small,<script>alert(1)</script>,classic4,unique,yes,3000,12,1,1000,1234341221434321
cover/dlx,small,\"a \"\"b\"\" & 'c'\",classic4,impossible,yes,5000,20,6,1000,
cover/dlx,large,hard,classic9,timeout,unchecked,,90000,40000,1000,
candidates/mrv,small,one,classic4,unique,yes,1000,5,0,1000,1234341221434321
candidates/mrv,small,<script>alert(1)</script>,classic4,unique,yes,4000,8,2,1000,1234341221434321
candidates/mrv,small,\"a \"\"b\"\" & 'c'\",classic4,wrong,no,100,20,6,1000,1234341221434321
candidates/mrv,large,hard,classic9,unique,yes,900000000,70000,30000,1000,
sat/<b>&x,small,one,classic4,unique,yes,50000,,3,1000,1234341221434321
sat/<b>&x,small,<script>alert(1)</script>,classic4,crashed,unchecked,,,,1000,
sat/<b>&x,small,\"a \"\"b\"\" & 'c'\",classic4,impossible,yes,40000,,0,1000,
sat/<b>&x,large,hard,classic9,unique,yes,7000000,,80,1000,
";

/// Compares a text with the golden file of this name; `UPDATE_GOLDEN=1` rewrites it.
#[track_caller]
pub(crate) fn check_golden(folder: &str, name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == text,
        "{name} differs from its golden file; `UPDATE_GOLDEN=1 cargo test -p render -p harness` \
         rewrites it"
    );
}
