# The costs of live lists and files. Sourced by Benchmarks/run.

# list WHAT COUNT GOAL NAME: measures through one socket that watches 100,000 rows in the order of their names.
list() {
    local figures
    oriel "$folder/bench.sqlite" --config "$folder/normal.yaml"
    figures=$(measure "$tools/list-load" "$1" "$port" "$folder/bench.sqlite" '/Artist?sort=Name' "$2") || failed "$4" || return 0
    figure "$4" "${figures// / / }" "$3"
    stop
}

# watching: measures the share of a core that an idle server uses over 30 seconds.
watching() {
    local before
    oriel "$folder/bench.sqlite"
    curl --silent --fail --output /dev/null "$address/Artist?sort=Name"
    sleep 2
    before=$(cpu_ticks)
    sleep 30
    figure 'watching a database that nobody writes, per cent of a core' \
        "$(awk -v ticks=$(($(cpu_ticks) - before)) -v hertz="$(getconf CLK_TCK)" 'BEGIN { printf "%.2f", ticks / hertz / 30 * 100 }')" '≤ 0.1'
    stop
}

cpu_ticks() {
    sed 's/.*) //' "/proc/$server/stat" | awk '{ print $12 + $13 }'
}

lists() {
    section 'A list of 100,000 rows in the order of their names, at a socket; median / 99th percentile, ms'
    make_database 100000
    printf 'synchronous: normal\nmessageRate: 1000000\n' >"$folder/normal.yaml"
    list own 1000 '≤ 1 / ≤ 5' 'a command sent to its patch received'
    list shell 100 '≤ 40' 'a commit of the `sqlite3` shell to its patch received'
    "$program" attach "$folder/bench.sqlite" >/dev/null
    list shell 300 '≤ 5' 'the same after `oriel attach`'
    "$program" detach "$folder/bench.sqlite" >/dev/null
    list commands 20000 '≥ 10000' 'commands of one row each through one socket, 256 under way, `synchronous: normal`, a second'
    watching
    make_database 1000
    commit_to_patch
}

commit_to_patch() {
    local figures
    oriel "$folder/bench.sqlite"
    figures=$(load latency "$folder/bench.sqlite" 1 500) || failed 'latency' || return 0
    figure 'a commit by another process to its patch, table of 1,000 rows, unsorted' "${figures// / / }"
    stop
}

files() {
    local figures
    section 'A JSON file of 10,000 records; median / 99th percentile, ms'
    sqlite3 :memory: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
        SELECT json_group_array(json_object('id', i, 'name', 'Record ' || i, 'country', 'Country ' || (i % 40), 'year', 1900 + i % 100))
        FROM n" >"$folder/records.json"
    oriel "$folder/records.json"
    figures=$(measure Benchmarks/json-edit "$port" "$folder/records.json" 50) || failed 'files' || return 0
    figure 'one record edited in an editor to a `GET` that shows it' "${figures// / / }"
    stop
}

# postgres: measures a node on a PostgreSQL of its own, and its lists beside other ways to keep lists current.
postgres() {
    section 'PostgreSQL'
    figures_of node --experimental-websocket --no-warnings Benchmarks/postgres/figures.mjs "$program"
    figures_of node --experimental-websocket --no-warnings Benchmarks/postgres/peers.mjs "$program"
}

# processes: runs the measurements without a server.
processes() {
    section "Documents and outputs, without a server"
    figures_of .build-benchmarks/release/Documents
    figures_of .build-benchmarks/release/Outputs
    figures_of .build-benchmarks/release/Updates
    section 'Changes between two snapshots of a list'
    figures_of .build-benchmarks/release/Differ
    section '1,000,000 rows in order'
    figures_of .build-benchmarks/release/Ordered
    section 'Live lists: 80 % of a table of 1,000,000 rows, filtered and sorted'
    figures_of .build-benchmarks/release/LiveLists
}
