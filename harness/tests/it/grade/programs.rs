//! The submissions of an imaginary class: right ones, slow ones, typical mistakes, and hostile ones.

use std::fs;
use std::path::Path;

use crate::mistakes::SOLVER;

/// A submission: its name, its main file, and the text of that.
pub(super) type Program = (&'static str, &'static str, String);

/// Returns the solver with something replaced.
fn changed(change: &[(&str, &str)]) -> String {
    change.iter().fold(SOLVER.to_owned(), |script, (right, other)| {
        assert!(script.contains(right), "{right}");
        script.replace(right, other)
    })
}

/// Returns the loop of the solver, in which each puzzle is solved a hundred times more than needed. To sleep would not
/// do: a busy machine slows down the reference, and no sleep.
fn slowed(main: &str) -> String {
    let again = "for _ in range(100): answer(w[2], 'unique')";
    format!("{main}            {again}\n")
}

/// Right and slow programs, and typical mistakes.
pub(super) fn honest() -> Vec<Program> {
    let main = "        if w[:1] == [\"solve\"]:\n";
    let slow = slowed(main);
    let debug = format!("{main}            print('solving', w[2])\n");
    let endless = format!("{main}            while True: pass\n");
    let crash = format!("{main}            w[2][99999]\n");
    let all_first = ("for line in sys.stdin:", "for line in sys.stdin.readlines():");
    let python = |name, text| (name, "solver.py", text);
    vec![
        python("right-python", changed(&[])),
        ("right-cpp", "solver.cpp", CPP.into()),
        ("right-java", "Solver.java", JAVA.into()),
        python("slow", changed(&[(main, &slow)])),
        python("clash", changed(&[(" or box[i] == box[j]", "")])),
        python("overlooked", changed(&[("len(found) > 1", "len(found) > 9")])),
        python("debug", changed(&[(main, &debug)])),
        python("buffered", changed(&[("print(text, flush=True)", "print(text)")])),
        python("all-input", changed(&[all_first])),
        python("endless", changed(&[(main, &endless)])),
        python("crash", changed(&[(main, &crash)])),
        python("no-hello", changed(&[("say(\"hello sudoku-backend/1", "say(\"hi")])),
        ("unbuilt", "solver.cpp", "int main( { return 0; }\n".into()),
        ("unnamed", "essay.txt", "I wrote no program.\n".into()),
    ]
}

/// Programs that attack the grader or the others. `secret` is a file of the grader, `port` one on which it listens.
pub(super) fn hostile(secret: &Path, port: u16) -> Vec<Program> {
    let path = secret.to_str().expect("a path that is text");
    let main = "        if w[:1] == [\"solve\"]:\n";
    let before = |code: &str| {
        let indented = code.replace('\n', "\n            ");
        changed(&[(main, &format!("{main}            {indented}\n"))])
    };
    let fork = "import os\nfor _ in range(2000):\n    try:\n        if os.fork() == 0:\n            import time; time.sleep(60); os._exit(0)\n    except OSError: break\nwhile True: pass";
    // It only answers if it finds out something.
    let read = format!(
        "import glob, socket\nfound = []\nfor p in ['{path}', '/etc/shadow'] + glob.glob('/proc/*/cmdline'):\n    try:\n        t = open(p, 'rb').read()\n        if p[:5] != '/proc' or b'--assignment' in t: found.append(p)\n    except OSError: pass\ntry:\n    socket.create_connection(('127.0.0.1', {port}), 1); found.append('net')\nexcept OSError: pass\nif not found:\n    say('result %s unknown - -' % w[1]); continue"
    );
    let write = format!(
        "import glob\nfor p in ['{path}', 'solver.py', '/work/x', '/usr/x', '/dev/x'] + glob.glob('/tmp/grade-*/*/solver.py'):\n    try: open(p, 'w').write('overwritten'); say('result %s unknown - - error=wrote' % w[1])\n    except OSError: pass"
    );
    // It knows the visible puzzle by heart, and nothing else.
    let table = "if w[2] != '....1.3.431.2...':\n    say('result %s unknown - -' % w[1]); continue";
    let clock = changed(&[("unique - ", "unique 1 "), (main, &slowed(main))]);
    let flood = "while True: sys.stdout.write('x' * 4096)";
    let python = |name, text| (name, "solver.py", text);
    vec![
        python("hostile-fork", before(fork)),
        python("hostile-flood", before(flood)),
        python("hostile-read", before(&read)),
        python("hostile-write", before(&write)),
        python("hostile-table", before(table)),
        python("hostile-clock", clock),
    ]
}

/// Writes programs into folders of their own.
pub(super) fn write(folder: &Path, programs: &[Program]) {
    for (name, file, text) in programs {
        let place = folder.join(name);
        fs::create_dir_all(&place).expect("a folder");
        fs::write(place.join(file), text).expect("a program");
    }
}

const CPP: &str = r#"
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
#include <cmath>
using namespace std;
static const string S = "123456789ABCDEFGHIJKLMNOP";
static int n, h, w;
static bool clash(const string& g, int i, char s) {
    for (int j = 0; j < n * n; j++) {
        bool peer = j != i && (i / n == j / n || i % n == j % n ||
            (i / n / h == j / n / h && i % n / w == j % n / w));
        if (peer && g[j] == s) return true;
    }
    return false;
}
static bool search(string& g, vector<string>& found, size_t goal) {
    int best = -1;
    string values;
    for (int i = 0; i < n * n; i++) {
        if (g[i] != '.') continue;
        string left;
        for (char s : S.substr(0, n)) if (!clash(g, i, s)) left += s;
        if (best < 0 || left.size() < values.size()) { best = i; values = left; }
    }
    if (best < 0) { found.push_back(g); return found.size() >= goal; }
    for (char s : values) {
        g[best] = s;
        if (search(g, found, goal)) return true;
    }
    g[best] = '.';
    return false;
}
static string answer(string g, bool first) {
    n = (int)lround(sqrt((double)g.size()));
    h = 1;
    for (int d = 1; d * d <= n; d++) if (n % d == 0) h = d;
    w = n / h;
    for (int i = 0; i < n * n; i++) if (g[i] != '.' && clash(g, i, g[i])) return "impossible - -";
    vector<string> found;
    search(g, found, first ? 1 : 2);
    if (found.empty()) return "impossible - -";
    if (first) return "solved - " + found[0];
    if (found.size() > 1) return "multiple - " + found[0] + " second=" + found[1];
    return "unique - " + found[0];
}
int main() {
    cout << "hello sudoku-backend/1 geometries=classic4,classic6,classic9 tasks=first,unique" << endl;
    string line;
    while (getline(cin, line)) {
        istringstream words(line);
        string verb, id, cells;
        words >> verb >> id >> cells;
        if (verb == "quit") return 0;
        if (verb != "solve") continue;
        cout << "result " << id << " " << answer(cells, line.find("task=first") != string::npos) << endl;
    }
}
"#;

const JAVA: &str = r#"
import java.io.*;
import java.util.*;

public class Solver {
    static final String S = "123456789ABCDEFGHIJKLMNOP";
    static int n, h, w;

    static boolean clash(char[] g, int i, char s) {
        for (int j = 0; j < n * n; j++) {
            boolean peer = j != i && (i / n == j / n || i % n == j % n
                || (i / n / h == j / n / h && i % n / w == j % n / w));
            if (peer && g[j] == s) return true;
        }
        return false;
    }

    static boolean search(char[] g, List<String> found, int goal) {
        int i = new String(g).indexOf('.');
        if (i < 0) {
            found.add(new String(g));
            return found.size() >= goal;
        }
        for (char s : S.substring(0, n).toCharArray()) {
            if (clash(g, i, s)) continue;
            g[i] = s;
            if (search(g, found, goal)) return true;
        }
        g[i] = '.';
        return false;
    }

    static String answer(String cells, boolean first) {
        n = (int) Math.round(Math.sqrt(cells.length()));
        for (int d = 1; d * d <= n; d++) if (n % d == 0) h = d;
        w = n / h;
        char[] g = cells.toCharArray();
        for (int i = 0; i < n * n; i++) if (g[i] != '.' && clash(g, i, g[i])) return "impossible - -";
        List<String> found = new ArrayList<>();
        search(g, found, first ? 1 : 2);
        if (found.isEmpty()) return "impossible - -";
        if (first) return "solved - " + found.get(0);
        if (found.size() > 1) return "multiple - " + found.get(0) + " second=" + found.get(1);
        return "unique - " + found.get(0);
    }

    public static void main(String[] arguments) throws IOException {
        System.out.println("hello sudoku-backend/1 geometries=classic4,classic6,classic9 tasks=first,unique");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null;) {
            String[] words = line.split(" ");
            if (words[0].equals("quit")) return;
            if (!words[0].equals("solve")) continue;
            System.out.println("result " + words[1] + " " + answer(words[2], line.contains("task=first")));
            System.out.flush();
        }
    }
}
"#;
