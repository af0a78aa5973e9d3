# Reconnecting and slow viewers. Sourced by Benchmarks/run.

# come_back: measures as many clients as possible at a server that restarts.
come_back() {
    local run at begin end
    section "$idle clients come back after a restart, nothing changed"
    oriel "$folder/bench.sqlite"
    at=$port
    taskset -c 1 "$program" load "$address" --route /Artist --sockets "$idle" --seconds 20 >"$folder/load" &
    run=$!
    wait_for_viewers
    sleep 2
    stop
    begin=$(date +%s%N)
    serve "$program" serve "$folder/bench.sqlite" --port "$at"
    wait_for_viewers
    end=$(date +%s%N)
    wait "$run" || failed 'coming back' || return 0
    figure 'from the start of the new process until all are back, s' "$(awk -v ns=$((end - begin)) 'BEGIN { printf "%.1f", ns / 1e9 }')" '≤ 5'
    figure 'resumes: current / by a patch / by a snapshot' "$(sed -n 's|^resumes *\([0-9]*\) current, \([0-9]*\) patch, \([0-9]*\) snap.*|\1 / \2 / \3|p' \
        "$folder/load")" "≥ $idle / ≤ 0 / ≤ 0"
    stop
}

# wait_for_viewers: waits until all viewers watch, a minute at most.
wait_for_viewers() {
    local viewers
    for _ in $(seq 600); do
        viewers=$(curl --silent "$address/-/metrics" | sed -n 's/^oriel_viewers{transport="socket"} //p')
        [ "${viewers:-0}" != "$idle" ] || return 0
        sleep 0.1
    done
}

# pace: prints the median, the 99th percentile, and the memory in MB over ten seconds.
pace() {
    taskset -c 1 "$tools/pace" "$port" "$server" "$folder/bench.sqlite" 20 10
}

# growth FIGURES: prints the growth of memory in MB from its second figure to its last.
growth() {
    awk '{ printf "%.1f", $7 - $3 }' <<<"$1"
}

slow_viewers() {
    local alone beside answer limit reader=slow-viewers
    section '10,000 row changes a second for 20 viewers of 500 rows, beside a viewer that never reads and one at 64 kbit/s'
    make_database 1000
    oriel "$folder/bench.sqlite"
    alone=$(pace) || failed "$reader" || return 0
    oriel "$folder/bench.sqlite"
    coproc SLOW { taskset -c 1 Benchmarks/slow-viewers "$port"; }
    local input=${SLOW[0]} output=${SLOW[1]} run=$SLOW_PID
    read -r -t 30 answer <&"$input" && beside=$(pace) || failed "$reader" || { kill "$run"; return 0; }
    echo >&"$output"
    read -r -t 90 answer <&"$input" || failed "$reader" || { kill "$run"; return 0; }
    limit=$(awk '{ printf "%.2f", $2 * 1.5 }' <<<"$alone")
    figure "commit to patch at the others, 99th percentile, ms" "$(column 2 "$beside")" "≤ $limit (1.5 times that without the two)" \
        "without them $(column 2 "$alone")"
    limit=$(awk -v growth="$(growth "$alone")" 'BEGIN { printf "%.1f", growth + 4 }')
    figure 'growth of resident memory in these 10 s, MB' "$(growth "$beside")" "≤ $limit (4 more than without the two)" \
        "in time: $(cut -d' ' -f3- <<<"$beside"); without them: $(cut -d' ' -f3- <<<"$alone")"
    figure 'both show what a `GET` does when the writing is over' "${answer%% *}" exact \
        "$(awk '{ print "KB received while it was written, and then: never reading " $2 " and " $3 "; 64 kbit/s " $4 " and " $5 }' <<<"$answer")"
    wait "$run" || true
    stop
}
