// Runs the commands of a document as a reader would: in order, in one shell, in a new folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parts } from './documents.mjs';
import { binary } from './server.mjs';

/**
 * Functions that take the place of programs. A server runs until the next one starts, on a free
 * port, and requests go to it. A stream runs until the end, and the shell goes on once its first
 * lines have arrived.
 */
const prelude = `
set -eE -o pipefail
trap 'echo "line: $BASH_COMMAND" >> "$top/faults"' ERR
trap 'code=$?; set +eE; kill $(jobs -p) 2> /dev/null; wait; exit $code' EXIT

there() {
  [ -n "$address" ] || serve serve "$top/my.sqlite"
  words=()
  for word; do
    for name in http://127.0.0.1:8080 http://127.0.0.1:9000 https://desk.example.com; do
      word=\${word//$name/$address}
    done
    words+=("$word")
  done
}
arrives() {
  for turn in {1..1500}; do
    if grep -qE -- "$1" "\${@:2}"; then return 0; fi
    sleep 0.02
  done
  echo "missing: $1" >> "$top/faults"
  return 1
}
shown() { arrives "$1" "$top/block-$block" "$top/streams"; }
stop() {
  if [ -n "$server" ]; then
    kill $server
    wait $server
  fi
  server=
}
serve() {
  stop
  : > "$top/served"
  "$ORIEL" "$@" --port 0 > "$top/served" 2> "$top/log" &
  server=$!
  until grep -q http: "$top/served"; do kill -0 $server; sleep 0.02; done
  address=$(grep -om 1 'http://127[^ ]*' "$top/served")
}
stream() {
  : > "$top/begun"
  command "$@" | tee -a "$top/streams" > "$top/begun" &
  arrives . "$top/begun"
}
oriel() {
  there "$@"
  case "$1 $2" in
    serve*) serve "\${words[@]}" ;;
    doctor*) "$ORIEL" "\${words[@]}" || [ $? -le 2 ] ;;
    health*) "$ORIEL" health --port "\${address##*:}" ;;
    load*) "$ORIEL" "\${words[@]}" --seconds 1 ;;
    may*) "$ORIEL" "\${words[@]}" || [ $? = 1 ] ;;
    "user add" | "user passwd") "$ORIEL" "\${words[@]}" --password-file "$top/password" ;;
    "key add") TOKEN=$("$ORIEL" "\${words[@]}"); echo "$TOKEN" ;;
    *) "$ORIEL" "\${words[@]}" ;;
  esac
}
curl() {
  there "$@"
  case "$1" in
    -N) stream curl -sS "\${words[@]}" ;;
    *) command curl -sS -w '\\n%{stderr}status %{http_code}\\n' "\${words[@]}" \
      2>> "$top/statuses" ;;
  esac
}
python3() { there "$@"; stream python3 -u "\${words[@]}"; }
begin() { block=$1; : > "$top/statuses"; exec > "$top/block-$1" 2>&1; }
accepted() { ! grep -q 'status [^23]' "$top/statuses"; }
top=$PWD server= address= SERVER=http://127.0.0.1:8080
: > streams
exec 2> stray
`;

/** Returns a pattern for a line that a document shows. An ellipsis stands for any text. */
const pattern = line => line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/…/g, '.*')
  .replace(/^id: [\w-]{11}$/, 'id: [A-Za-z0-9_-]{11}');    // any digest

const quoted = text => `'${text.replaceAll("'", `'\\''`)}'`;
const shown = line => `shown ${quoted(pattern(line))}\n`;

/** Returns a block in which a comment that follows a command is what the command prints. */
const withOutput = text =>
  text.replace(/(?<=^[^#\n].*\n(?:# .*\n)*)# (.*)\n/gm, (_, line) => shown(line));

/**
 * Returns a document's blocks as one script: `sh` blocks run, `yaml` blocks that begin with the
 * name of a file are written, and a block without a language is what the `sh` block before it
 * prints. `instead` replaces commands.
 */
function script(path, instead) {
  let isRunning = false;
  return prelude + parts(path).map(({ heading, language, text, line }) => {
    const file = language === 'yaml' && /^# (\S+\.yaml)\n/.exec(text)?.[1];
    if (file) return `cat > ${file} <<'END'\n${text}END\n`;
    if (heading) isRunning = false;
    if (language === '' && isRunning) return text.trim().split('\n').map(shown).join('');
    if (language !== 'sh') return '';
    isRunning = true;
    const commands = withOutput(instead(text));
    return `begin ${line}\n${commands}${commands.includes('shown ') ? '' : 'accepted\n'}`;
  }).join('') + 'stop\n';
}

const endOf = file => {
  try { return readFileSync(file, 'utf8').slice(-1_500); } catch { return ''; }
};

/** Runs the commands of a document in a folder. Throws with what was printed last if one fails. */
export async function run(path, folder, instead) {
  writeFileSync(join(folder, 'script'), script(path, instead));
  const child = spawn('bash', ['script'], {
    cwd: folder, stdio: 'ignore', detached: true, env: { ...process.env, ORIEL: binary },
  });
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 120_000);
  const [code, signal] = await once(child, 'exit');
  clearTimeout(timer);
  if (code === 0) return;
  const last = parts(path).map(({ line }) => `block-${line}`)
    .filter(name => existsSync(join(folder, name))).at(-1);
  const printed = ['faults', 'statuses', last ?? 'script', 'streams', 'log']
    .map(name => `--- ${name}\n${endOf(join(folder, name))}\n`);
  throw new Error(`${path}: ${signal ?? `exit code ${code}`}\n${printed.join('')}`);
}
