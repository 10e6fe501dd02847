/* Candidates and techniques: what you start from. It speaks the protocol; the rest is yours, from TODO 1 to TODO 6.
 *
 *     javac Solver.java
 *     java Solver list        answers the harness, with the candidates in a list
 *     java Solver flags       the same with truth values
 *     java Solver test        tests the four operations
 *     java Solver stats       prints the four statistics of each puzzle on standard input
 */
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

public final class Solver {
    static final String SYMBOLS = "123456789ABCDEFG";

    /** A cell: a value, 0 if it is empty, and candidates. */
    abstract static class Cell {
        int value;

        abstract void add(int value);

        abstract void remove(int value);

        abstract boolean has(int value);

        abstract int number();
    }

    /** The candidates in a list that is filled from the left, and their number. */
    static final class ListCell extends Cell {
        final int[] candidates;
        int count;

        ListCell(int size) {
            candidates = new int[size];
        }

        // TODO 1: the four operations on the list.
        @Override
        void add(int value) {}

        @Override
        void remove(int value) {}

        @Override
        boolean has(int value) {
            return false;
        }

        @Override
        int number() {
            return 0;
        }
    }

    /** A truth value for each symbol, and the number of true ones. Index 0 is unused. */
    static final class FlagCell extends Cell {
        final boolean[] candidates;
        int count;

        FlagCell(int size) {
            candidates = new boolean[size + 1];
        }

        // TODO 2: the same four operations on truth values.
        @Override
        void add(int value) {}

        @Override
        void remove(int value) {}

        @Override
        boolean has(int value) {
            return false;
        }

        @Override
        int number() {
            return 0;
        }
    }

    /** The cells in reading order, and the regions: rows, columns, blocks, each a list of cell numbers. */
    final List<Cell> cells = new ArrayList<>();
    final List<List<Integer>> regions = new ArrayList<>();
    final int size;

    Solver(String text, IntFunction<Cell> structure) {
        size = (int) Math.round(Math.sqrt(text.length()));
        int n = (int) Math.round(Math.sqrt(size));
        for (int i = 0; i < 3 * size; i++) regions.add(new ArrayList<>());
        for (int i = 0; i < text.length(); i++) {
            Cell cell = structure.apply(size);
            char symbol = text.charAt(i);
            cell.value = symbol == '.' || symbol == '0' ? 0 : SYMBOLS.indexOf(symbol) + 1;
            cells.add(cell);
            int row = i / size, column = i % size;
            regions.get(row).add(i);
            regions.get(size + column).add(i);
            regions.get(2 * size + row / n * n + column / n).add(i);
        }
        fillCandidates();
    }

    /** TODO 3: gives each empty cell the values that its row, column and block allow. */
    void fillCandidates() {}

    // TODO 4: the techniques. Each returns whether it placed or removed anything.
    boolean nakedSingles() {
        return false;
    }

    boolean hiddenSingles() {
        return false;
    }

    boolean nakedPairs() {
        return false;
    }

    boolean hiddenPairs() {
        return false;
    }

    /** TODO 5: applies the techniques in turn until none makes progress. Returns false if there is no solution. */
    boolean deduce() {
        return true;
    }

    /** The four statistics, the rates in per cent. */
    record Statistics(int filled, double fillRate, int removed, double eliminationRate) {}

    /** TODO 6: the four statistics. */
    Statistics statistics() {
        return new Statistics(0, 0, 0, 0);
    }

    /** The result for a puzzle, from the status on. */
    static String answer(String text, IntFunction<Cell> structure) {
        Solver grid = new Solver(text, structure);
        if (!grid.deduce()) return "impossible - -";
        StringBuilder shown = new StringBuilder();
        for (Cell cell : grid.cells) shown.append(cell.value == 0 ? '.' : SYMBOLS.charAt(cell.value - 1));
        if (shown.indexOf(".") < 0) return "solved - " + shown;
        return "stuck - - partial=" + shown + grid.left();
    }

    /** The candidates that are left, one hexadecimal number a cell: bit 0 is the symbol 1. Empty without candidates. */
    String left() {
        List<String> masks = new ArrayList<>();
        for (Cell cell : cells) {
            int mask = IntStream.rangeClosed(1, size)
                    .filter(value -> cell.value == 0 ? cell.has(value) : cell.value == value)
                    .map(value -> 1 << (value - 1)).sum();
            if (mask == 0) return "";
            masks.add(Integer.toHexString(mask));
        }
        return " left=" + String.join(".", masks);
    }

    /** One line in, one line out; println flushes. */
    static void speak(IntFunction<Cell> structure) throws IOException {
        System.out.println("hello sudoku-backend/1 name=candidates version=1 "
                + "geometries=classic4,classic9,classic16 tasks=first");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.trim().split(" +");
            if (words[0].equals("quit")) return;
            if (words[0].equals("solve")) {
                System.out.println("result " + words[1] + " " + answer(words[2], structure));
            }
        }
    }

    /** Tests the four operations: a cell gets 3, 7, 8, 3 again, and loses 7 and 5. */
    static void test(IntFunction<Cell> structure) {
        Cell cell = structure.apply(9);
        for (int value : new int[] {3, 7, 8, 3}) cell.add(value);
        cell.remove(7);
        cell.remove(5);
        System.out.print(cell.getClass().getSimpleName() + ": candidates");
        IntStream.rangeClosed(1, 9).filter(cell::has).forEach(value -> System.out.print(" " + value));
        System.out.println(", number " + cell.number() + "; expected 3 8, number 2");
    }

    /** A line for each puzzle. */
    static void printStatistics() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.isBlank() || line.startsWith("#")) continue;
            Solver grid = new Solver(line.trim(), FlagCell::new);
            grid.deduce();
            Statistics of = grid.statistics();
            System.out.printf(Locale.ROOT, "%d %.1f %d %.1f%n",
                    of.filled, of.fillRate, of.removed, of.eliminationRate);
        }
    }

    public static void main(String[] arguments) throws IOException {
        switch (arguments.length > 0 ? arguments[0] : "flags") {
            case "test" -> {
                test(ListCell::new);
                test(FlagCell::new);
            }
            case "stats" -> printStatistics();
            case "list" -> speak(ListCell::new);
            default -> speak(FlagCell::new);
        }
    }
}
