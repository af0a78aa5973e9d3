# The counts of five columns of 1,000,000 rows. Sourced by Benchmarks/run.

make_counted() {
    rm -f "$folder"/counted.sqlite*
    sqlite3 "$folder/counted.sqlite" >/dev/null <<'SQL'
PRAGMA journal_mode = WAL;
CREATE TABLE T (Id INTEGER PRIMARY KEY, State TEXT, Owner INTEGER, Price REAL, Day TEXT, Kind TEXT, Note TEXT);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
INSERT INTO T SELECT i, 'state ' || i * 7919 % 5, i * 31 % 1000, i * 7919 % 100000 / 100.0,
    date('2020-01-01', '+' || i * 7919 % 2000 || ' days'), 'kind ' || i * 31 % 40, 'a note of some length ' || i FROM n;
SQL
}

readonly counted=(State Owner Price.range Day.range Kind)

# first_counts: prints the seconds until the first and the last of five counts, which a new server is asked for at once.
first_counts() {
    local start column
    oriel "$folder/counted.sqlite" >/dev/null
    start=$(date +%s%N)
    for column in "${counted[@]}"; do
        curl -s -o "$folder/counts.$column" "http://127.0.0.1:$port/T?counts=$column&window=0,8" &&
            awk -v start="$start" -v now="$(date +%s%N)" 'BEGIN { printf "%.2f\n", (now - start) / 1e9 }' &
    done | sort -n | sed -n '1p;$p' | paste -sd ' '
    stop
}

# cpu_of_updates WATCHED: prints the server's CPU time of an update of one row, in ms, with or without five watched counts.
cpu_of_updates() {
    local column before number watchers=()
    oriel "$folder/counted.sqlite" >/dev/null
    if "$1"; then
        for column in "${counted[@]}"; do
            curl -sN -H 'Accept: text/event-stream' "http://127.0.0.1:$port/T?counts=$column" >"$folder/counts.$column" &
            watchers+=($!)
            until grep -q snapshot "$folder/counts.$column"; do sleep 0.05; done
        done
    fi
    before=$(cpu_ticks)
    for ((number = 1; number <= 500; number++)); do
        printf 'next\nurl = "http://127.0.0.1:%d/T/%d:update"\njson = "{\\"State\\": \\"state 7\\", \\"Price\\": %d}"\noutput = /dev/null\nsilent\n' \
            "$port" "$((number * 997))" "$number"
    done | tail -n +2 | curl -s -K -
    awk -v ticks=$(($(cpu_ticks) - before)) -v hertz="$(getconf CLK_TCK)" 'BEGIN { printf "%.2f", ticks / hertz / 500 * 1000 }'
    [ ${#watchers[@]} -eq 0 ] || kill "${watchers[@]}"
    stop
}

counts() {
    local times alone watched
    section 'Counts of five columns of 1,000,000 rows'
    make_counted
    times=$(for _ in 1 2 3; do first_counts; done | sort -n -k 2 | sed -n 2p)
    figure 'the first counts / those of all five columns, s' "${times/ / / }" '≤ 1 / ≤ 1' \
        "the sqlite3 shell's GROUP BY of one column: $( (time -p sqlite3 "$folder/counted.sqlite" 'SELECT State, count(*) FROM T GROUP BY State' >/dev/null) 2>&1 | sed -n 's/real //p')"
    alone=$(cpu_of_updates false)
    watched=$(cpu_of_updates true)
    figure 'an update of one row while all five are watched, ms of CPU' "$watched" '' "not watched $alone"
    rm -f "$folder"/counted.sqlite*
}
