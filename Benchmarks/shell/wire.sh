# The costs of documents by GET, and of patches to many watchers. Sourced by Benchmarks/run.

# measure COMMAND...: runs a command several times on the load's core; prints the line with the median first number.
measure() {
    local i
    for i in $(seq "${repeat:-$runs}"); do taskset -c 1 "$@" || return; done | sort -n | sed -n "$(((${repeat:-$runs} + 1) / 2))p"
}

# column NUMBER WORDS
column() {
    awk -v column="$1" '{ print $column }' <<<"$2"
}

# get PATH [HEADER]...: prints requests per CPU-second, requests per second, 99th percentile in ms. `status` is expected.
get() {
    measure "$tools/get" "$port" "$measured" "$seconds" "${status:-200}" "$@"
}

# load WHAT DATABASE SOCKETS AMOUNT
load() {
    measure "$tools/load" "$1" "$port" "$measured" "$2" "$3" "$4"
}

declare -A figures

# peers_do sockets|get COMMAND...: runs a command for each peer and keeps the output in `figures`.
peers_do() {
    local kind=$1 peer body=''
    shift
    [ "$kind" = sockets ] || body=$folder/body
    figures=()
    for peer in "${peers[@]}"; do
        [ "$kind-$peer" != get-Python ] || continue
        serve_peer "$peer" "$body" && figures[$peer]=$("$@") || printf 'bench: %s failed\n' "$(peer_name "$peer" "$kind")" >&2
        stop
    done
}

# beside KIND COLUMN: prints a figure of all peers in words.
beside() {
    local peer words=''
    for peer in "${peers[@]}"; do
        [ -z "${figures[$peer]:-}" ] || words+="; $(peer_name "$peer" "$1") $(column "$2" "${figures[$peer]}")"
    done
    echo "${words#; }"
}

# best COLUMN: prints the largest figure of the peers except bare C.
best() {
    local peer
    for peer in "${peers[@]:1}"; do column "$1" "${figures[$peer]:-0}"; done | sort -n | tail -n 1
}

# at_least FACTOR WORDS COLUMN: prints a goal relative to bare C and above every peer.
at_least() {
    local limit
    limit=$(times "$1" "$(column "$3" "${figures['bare C']:-0}")")
    [ "$limit" -ge "$(best "$3")" ] && echo "≥ $limit ($2 of bare C)" || echo "≥ $(best "$3") (above every peer)"
}

documents() {
    local ours tag
    section "\`GET\`: requests per CPU-second; $((seconds)) s, the median of $runs"
    oriel "$folder/bench.sqlite"
    curl --silent --fail --output "$folder/body" "$address/Artist?window=0,10"
    ours=$(get '/Artist?window=0,10') || failed 'a document' || return 0
    peers_do get get /
    local goal
    goal=$(times 0.85 "$(column 1 "${figures['bare C']:-0}")")
    [ -z "${figures[Swift]:-}" ] || goal=$(printf '%s\n' "$goal" "$(times 5 "$(column 1 "${figures[Swift]}")")" | sort -n | tail -n 1)
    figure "a document of $(stat -c %s "$folder/body") bytes" "$(column 1 "$ours")" \
        "≥ $goal (85 % of bare libmicrohttpd, 5 times Hummingbird)" "$(beside get 1)"
    figure 'its 99th percentile, ms' "$(column 3 "$ours")" '' "$(beside get 3)"
    oriel "$folder/bench.sqlite"
    tag=$(tag_of '/Artist?window=0,10')
    answers "a \`304\`" "$ours" 304 "If-None-Match: $tag"
    sqlite3 "$folder/bench.sqlite" "UPDATE Artist SET Name = Name || '!' WHERE ArtistId = 5"
    answers 'a delta one step behind' "$ours" 200 "If-None-Match: $tag" 'Accept: application/json-patch+json'
    [ "$(tag_of '/Artist?window=0,10')" != "$tag" ] || failed 'a delta: nothing has changed' || true
    figure 'a document of 50 rows' "$(column 1 "$(get '/Artist?window=0,50')")"
    stop
}

tag_of() {
    curl --silent --head --request GET "$address$1" | sed -n 's/^ETag: \(.*\)\r$/\1/p'
}

# answers NAME GET-FIGURES STATUS HEADER...
answers() {
    local name=$1 whole=$2 status=$3
    shift 3
    figure "$name" "$(column 1 "$(get '/Artist?window=0,10' "$@")")" "≥ $(column 1 "$whole") (the whole document)"
}

# fanout WHAT SOCKETS: sets `ours` and the figures of the peers.
fanout() {
    oriel "$folder/bench.sqlite"
    ours=$(load "$1" "$folder/bench.sqlite" "$2" "$seconds") || failed "$1" || return
    peers_do sockets load "$1" - "$2" "$seconds"
}

patches() {
    local ours
    section "One patch of 200 bytes to all watchers of a scene; $((seconds)) s, the median of $runs"
    if fanout fanout "$sockets"; then
        figure "deliveries per CPU-second, $sockets watchers" "$(column 1 "$ours")" "$(at_least 0.9 '90 %' 1)" "$(beside sockets 1)"
        figure 'deliveries a second' "$(column 2 "$ours")" '' "$(beside sockets 2)"
    fi
    if fanout flight "$sockets"; then
        figure "16 changes under way, $sockets watchers: deliveries a second" "$(column 2 "$ours")" '≥ 900000' "$(beside sockets 2)"
        figure 'the same per CPU-second' "$(column 1 "$ours")" '' "$(beside sockets 1)"
    fi
    local repeat=1
    if fanout crowd "$idle"; then
        figure "deliveries per CPU-second, $idle watchers (one run)" "$(column 1 "$ours")" "$(at_least 0.9 '90 %' 1)" "$(beside sockets 1)"
        figure "resident memory per idle watcher, $idle of them, KB" "$(column 3 "$ours")" '≤ 1' "$(beside sockets 3)"
    fi
    repeat=$runs
    fifty_rows 'as it is' rows
    fifty_rows 'with permessage-deflate' rows-deflate
}

# fifty_rows NAME WHAT
fifty_rows() {
    local ours
    oriel "$folder/bench.sqlite"
    ours=$(load "$2" "$folder/bench.sqlite" "$sockets" "$seconds") || failed "$2" || return 0
    figure "one change of 50 rows, $1: deliveries per CPU-second" "$(column 1 "$ours")" '' "$(column 3 "$ours") bytes each"
    stop
}
