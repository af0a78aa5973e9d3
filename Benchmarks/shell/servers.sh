# Starts and stops Oriel and its peers on a separate core. Sourced by Benchmarks/run.

server='' measured=''

stop() {
    [ -z "$server" ] || { kill "$server" && wait "$server" || true; } 2>/dev/null
    server=''
}

# serve COMMAND...: sets server (the process to stop), measured (the process to measure), address and port.
serve() {
    local line=''
    stop
    : >"$folder/out"
    taskset -c 0 "$@" >"$folder/out" 2>"$folder/err" &
    server=$!
    for _ in $(seq 400); do
        line=$(head -n 1 "$folder/out")
        [[ $line =~ (http://127\.0\.0\.1:([0-9]+)) ]] && break
        kill -0 "$server" 2>/dev/null || break
        sleep 0.05
    done
    [ -n "$line" ] || { printf 'bench: %s did not start: %s\n' "$1" "$(tail -n 3 "$folder/err")" >&2 && return 1; }
    address=${BASH_REMATCH[1]} port=${BASH_REMATCH[2]} measured=$server
}

# oriel FILE [OPTION]...
oriel() {
    serve "$program" serve "$@" --port 0
}

peers=()

# look_for_peers: sets peers, and prints why others are skipped.
look_for_peers() {
    export NODE_PATH=/usr/share/nodejs PATH=$PATH:/usr/sbin
    local candidate
    peers=('bare C')
    if command -v nginx >/dev/null && [ -e /usr/lib/nginx/modules/ngx_nchan_module.so ]; then
        peers+=(nginx)
    else
        left_out nginx 'the packages nginx-core and libnginx-mod-nchan are not installed'
    fi
    if node -e 'require("ws")' 2>/dev/null; then peers+=(node); else left_out node 'the package node-ws is not installed'; fi
    for candidate in python3 /usr/bin/python3; do
        python=$(command -v "$candidate") && "$python" -c 'import websockets' 2>/dev/null && break
        python=''
    done
    if [ -n "$python" ]; then peers+=(Python); else left_out Python 'the package python3-websockets is not installed'; fi
    if [ -x "$swift_peer" ]; then peers+=(Swift); else left_out Swift 'Hummingbird was not built'; fi
}

left_out() {
    printf 'bench: %s is skipped: %s\n' "$1" "$2" >&2
}

# serve_peer NAME [FILE]: serves the file for every GET of /, or without a file serves sockets.
serve_peer() {
    case $1 in
        'bare C') if [ -n "${2:-}" ]; then serve "$tools/peer-http" "$2"; else serve "$tools/peer-sockets"; fi ;;
        nginx) serve Benchmarks/peers/nginx "$folder" ${2:+"$2"} && find_worker ;;
        node) serve node Benchmarks/peers/node ${2:+"$2"} ;;
        Python) serve "$python" Benchmarks/peers/python ;;
        Swift) if [ -n "${2:-}" ]; then serve "$swift_peer" get "$2"; else serve "$swift_peer" sockets; fi ;;
    esac
}

# find_worker: finds the child process in which nginx works.
find_worker() {
    local child
    for _ in $(seq 200); do
        read -r child <"/proc/$server/task/$server/children" || true
        [ -n "$child" ] && [ "$(cat "/proc/$server/comm")" = nginx ] && measured=$child && return
        sleep 0.05
    done
    echo 'bench: nginx has no worker' >&2
    return 1
}

# peer_name NAME sockets|get: prints the name in the table.
peer_name() {
    case $1-$2 in
        nginx-sockets) echo 'nginx with nchan' ;;
        node-sockets) echo 'node with ws' ;;
        node-get) echo 'node' ;;
        Python-sockets) echo 'Python websockets' ;;
        Swift-sockets) echo 'SwiftNIO' ;;
        Swift-get) echo 'Hummingbird' ;;
        'bare C-get') echo 'libmicrohttpd in C' ;;
        *) echo "$1" ;;
    esac
}
