# The cost of opening a table of 1,000,000 rows and 50 untyped columns, with a key of five columns. Sourced by Benchmarks/run.

# make_wide FILE MODE: creates a table of integers, texts, reals and NULLs, in a journal mode.
make_wide() {
    local columns='k1, k2, k3, k4, k5, winner, loser' values number
    values="printf('%04d-%04d', 1968 + i % 55, i * 7919 % 9973), 19680101 + i % 55 * 10000 + i / 55 % 1200, i, 100000 + i * 31 % 7001,
        iif(i % 3, 100000 + i * 17 % 5003, 'x' || i * 17 % 5003), printf('Player %x', i * 2654435761 % 4294967291),
        iif(i % 601, printf('Player %x', i * 40503 % 65521), 'Roger Federer')"
    for number in $(seq 8 50); do
        columns+=", c$number"
        case $((number % 5)) in
            0) values+=", i * $number % 97" ;;
            1) values+=", nullif(i * $number % 31, 7)" ;;
            2) values+=", i * $number % 2000 / 8.0" ;;
            3) values+=", iif(i % 3, 'R', NULL)" ;;
            4) values+=", 'Q' || i * $number % 61" ;;
        esac
    done
    rm -f "$1"*
    sqlite3 "$1" >/dev/null <<SQL
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE wide ($columns, PRIMARY KEY (k1, k2, k3, k4, k5));
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999999) INSERT INTO wide SELECT $values FROM n;
PRAGMA journal_mode = $2;
SQL
}

# shell_order TERMS: prints the median of three runs of the sqlite3 shell that selects the keys in an order, in milliseconds.
shell_order() {
    local start
    for _ in 1 2 3; do
        start=$(date +%s%N)
        taskset -c 0 sqlite3 "$folder/wide.sqlite" "SELECT k1, k2, k3, k4, k5 FROM wide ORDER BY $1" >/dev/null
        echo $((($(date +%s%N) - start) / 1000000))
    done | sort -n | sed -n 2p
}

# opened WHAT ROUTE TERMS MODE: measures a new server each time, beside the shell.
opened() {
    local figures shell
    shell=$(shell_order "$3")
    figures=$(for _ in 1 2 3; do
        oriel "$folder/wide.sqlite" >/dev/null && taskset -c 1 Benchmarks/wide-open "$port" "$2"
        stop
    done | sort -n -k 2 | sed -n 2p)
    figure "$1, $4: first rows / whole order" "${figures// / / }" "≤ 300 / ≤ $(times 1.3 "$shell")" "the shell's order: $shell"
}

wide() {
    local mode
    section 'A table of 1,000,000 rows and 50 untyped columns with a key of five, opened; ms'
    for mode in WAL DELETE; do
        make_wide "$folder/wide.sqlite" "$mode"
        opened 'by key' /wide 'k1, k2, k3, k4, k5' "$mode"
        opened 'by a column without an index' '/wide?sort=winner' 'winner, k1, k2, k3, k4, k5' "$mode"
    done
    rm -f "$folder"/wide.sqlite*
}
