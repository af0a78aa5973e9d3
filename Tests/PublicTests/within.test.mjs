// scripts/within ends a command with all that it has started.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../scripts/within', import.meta.url));

/** Returns whether a process runs. One that nobody has waited for is over. */
function runs(id) {
  try {
    return !/ Z /.test(readFileSync(`/proc/${id}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Runs a line of the shell within a time, and returns what became of it. */
const within = (minutes, line) => spawnSync(script, [minutes, 'sh', '-c', line], { encoding: 'utf8' });

test('the exit code is that of the command', () => assert.equal(within('1', 'exit 3').status, 3));

test('a command that takes too long ends with its children, and nobody waits for their output', () => {
  const { status, stdout, stderr } = within('0.02', 'sleep 1000 & echo $!; trap "" TERM; wait');
  assert.equal(status, 124);
  assert.match(stderr, /stopped after 0\.02 minutes/);
  assert.ok(!runs(stdout.trim()));
});

test('what a command leaves running ends, too', () => {
  const { status, stdout } = within('1', 'sleep 1000 & echo $!');
  assert.equal(status, 0);
  assert.ok(!runs(stdout.trim()));
});
