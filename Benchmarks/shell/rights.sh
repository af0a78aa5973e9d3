# The costs of sign-in and of rules. Sourced by Benchmarks/run.

# served_people [RULE]: serves the database under a rule, with people whom a trusted proxy names.
served_people() {
    printf '%s\n' 'proxy: { user: Remote-User, from: [127.0.0.1] }' 'synchronous: normal' 'messageRate: 1000000' \
        "commandRate: 1000000" "sceneLimit: $((idle * 2))" "users: $folder/access.sqlite" "access: $folder/access.yaml" >"$folder/rights.yaml"
    printf 'tables: { Artist: [{ to: signed-in, rows: "%s", columns: all, update: all }] }\n' "$1" >"$folder/access.yaml"
    oriel "$folder/bench.sqlite" --config "$folder/rights.yaml"
}

rights() {
    section 'Sign-in and rules'
    make_database "$rows"
    sign_ins 100
    alike
    one_audience
    many_people
}

# sign_ins PEOPLE: measures patches while people sign in.
sign_ins() {
    local alone beside signed=0
    echo 'a horse in the rain' >"$folder/password"
    served_people "Country <> 'none'"
    for ((i = 0; i < $1; i++)); do
        "$program" user add "p$i" --users "$folder/access.sqlite" --password-file "$folder/password" >/dev/null || failed 'user add' || return 0
    done
    alone=$(taskset -c 1 "$tools/load" latency-people "$port" "$server" "$folder/bench.sqlite" 1 500) || failed 'latency' || return 0
    taskset -c 1 "$tools/sign-in" "$port" "$1" 5 >"$folder/signed" &
    local run=$!
    sleep 0.5
    beside=$(taskset -c 1 "$tools/load" latency-people "$port" "$server" "$folder/bench.sqlite" 1 300) || failed 'latency beside sign-ins' || return 0
    wait "$run" || failed 'sign-ins' || return 0
    read -r signed refused <"$folder/signed"
    figure "a commit by another process to its patch, median / 99th percentile, ms, while $1 people sign in at once" "${beside// / / }" \
        '≤ 20 / ≤ 20' "without them ${alone// / / }; $signed sign-ins succeeded in 5 s, and $refused were refused as too many"
    stop
}

# alike: compares the times of hidden things with those of things that do not exist.
alike() {
    local of_rows of_names
    served_people "Country <> 'Country 7'"
    of_rows=$(taskset -c 1 Benchmarks/alike rows "$port" p0 /Artist/7 /Artist/1000000) || failed 'hidden rows' || return 0
    of_names=$(taskset -c 1 Benchmarks/alike names "$port" 100) || failed 'names' || return 0
    figure 'difference of the times of a hidden row and of none, %' "$(column 3 "$of_rows")" '≤ 5' "$(column 1 "$of_rows") and $(column 2 "$of_rows") ms"
    figure 'difference of the times of a wrong password for a person and for an unknown name, %' "$(column 3 "$of_names")" '≤ 5' \
        "$(column 1 "$of_names") and $(column 2 "$of_names") ms"
    stop
}

# one_audience: measures viewers with the same rights beside viewers without rules.
one_audience() {
    local plain ours
    oriel "$folder/bench.sqlite"
    plain=$(load fanout "$folder/bench.sqlite" "$sockets" "$seconds") || failed 'fanout' || return 0
    served_people "Country <> 'none'"
    ours=$(load fanout-people "$folder/bench.sqlite" "$sockets" "$seconds") || failed 'fanout-people' || return 0
    figure "deliveries per CPU-second, $sockets people with the same rights" "$(column 1 "$ours")" \
        "≥ $(times 0.95 "$(column 1 "$plain")") (95 % of those without rules)" "without rules $(column 1 "$plain")"
    stop
}

# many_people: measures a change that concerns one of many people, beside the same with one.
many_people() {
    local one many
    make_database $((idle * 10))
    sqlite3 "$folder/bench.sqlite" "ALTER TABLE Artist ADD COLUMN Owner TEXT; UPDATE Artist SET Owner = 'p' || ((ArtistId - 1) % $idle);
        CREATE INDEX ArtistByOwner ON Artist (Owner)"
    served_people 'Owner = user.name'
    one=$(measure "$tools/people" "$port" "$server" 1 "$seconds") || failed 'one person' || return 0
    served_people 'Owner = user.name'
    many=$(taskset -c 1 "$tools/people" "$port" "$server" "$idle" "$seconds") || failed 'many people' || return 0
    figure "a change of $idle people that concerns one, µs of CPU" "$(column 1 "$many")" \
        "≤ $(times 2 "$(column 1 "$one")") (twice that with one person)" \
        "one person $(column 1 "$one"); a rule asked for each client, a bare loop $(taskset -c 0 "$tools/peer-rules" "$folder/bench.sqlite" "$idle" 2)"
    figure 'the same, a command to its patch, median / 99th percentile, ms' "$(column 2 "$many") / $(column 3 "$many")" '' \
        "one person $(column 2 "$one") / $(column 3 "$one")"
    figure 'resident memory per person with an audience of their own, KB' "$(column 4 "$many")"
    stop
}
