#!/usr/bin/env node
// Measures `oriel dev`: the time from the save of a source file to the change on a page in Chromium, beside the time of
// a build, a restart and a reload by hand.      node Benchmarks/dev.mjs PROGRAM [FOLDER]
// Creates an app in FOLDER, and uses the one that is there. So Oriel is built once for several runs. Without FOLDER,
// the app is in a temporary folder. RUNS (10) is the number of changes. `oriel new app` has to find Oriel's sources.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Chromium } from '../Tests/PublicTests/chromium.mjs';

const [, , program, given] = process.argv;
if (!program) throw new Error('usage: node Benchmarks/dev.mjs PROGRAM [FOLDER]');
const oriel = resolve(program);
const folder = given ? resolve(given) : mkdtempSync(join(tmpdir(), 'oriel-dev-'));
const app = join(folder, 'Music');
const source = join(app, 'Sources/Music/HomeViewModel.swift');
const runs = Number(process.env.RUNS ?? 10);
const ended = new Map();
let count = 0;

/** Runs a program to its end. */
function run(command, ...values) {
  const { status, stdout, stderr } = spawnSync(command, values, { cwd: existsSync(app) ? app : folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${values.join(' ')}: ${stdout}${stderr}`);
}

/** Starts a program that serves the app; answers with the process and the address. */
async function serve(command, ...values) {
  const child = spawn(command, values, { cwd: app, stdio: ['ignore', 'pipe', process.env.DEBUG ? 'inherit' : 'ignore'] });
  ended.set(child, new Promise(resolve => child.once('exit', resolve)));
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /http:\/\/\S+/.exec(line) ?? [];
    if (address) return { child, address };
  }
  throw new Error(`${command} printed no address`);
}

async function stop(child) {
  child.kill('SIGTERM');
  await ended.get(child);
}

/** Saves the source with a new title; answers with the title. */
function change() {
  const title = `Change ${Date.now()}-${++count}`;
  writeFileSync(source, readFileSync(source, 'utf8').replace(/title: "[^"]*"/, `title: "${title}"`));
  return title;
}

const shows = title => `document.querySelector('main').innerText.includes('${title}') || document.title.includes('${title}')`;

/** Answers with the seconds that each of some changes takes. */
async function measure(body) {
  const times = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await body(change());
    times.push((performance.now() - start) / 1e3);
  }
  times.sort((a, b) => a - b);
  const median = (times[Math.floor((runs - 1) / 2)] + times[Math.ceil((runs - 1) / 2)]) / 2;
  return `median ${median.toFixed(2)} s of ${runs} (${times[0].toFixed(2)} to ${times.at(-1).toFixed(2)})`;
}

const browser = await Chromium.launch();
try {
  if (!existsSync(app)) run(oriel, 'new', 'app', 'Music');
  run('swift', 'build', '--product', 'Music');
  const page = await browser.newPage();

  const { child, address } = await serve(oriel, 'dev', '--port', '0');
  await page.goto(address);
  await page.waitFor(`document.querySelector('header button').className === 'live'`, 60_000);
  await page.eval('window.mark = 1');
  console.log('oriel dev, to the change on the page:', await measure(title => page.waitFor(shows(title), 600_000)));
  if (await page.eval('window.mark') !== 1) throw new Error('the page was loaded again');
  await stop(child);

  let server = await serve('.build/debug/Music', '--port', '0');
  console.log('build, restart and reload by hand:', await measure(async title => {
    run('swift', 'build', '--product', 'Music');
    await stop(server.child);
    server = await serve('.build/debug/Music', '--port', '0');
    await page.goto(server.address);
    await page.waitFor(shows(title), 60_000);
  }));
  await stop(server.child);
} finally {
  await browser.close();
  if (!given) rmSync(folder, { recursive: true, force: true });
}
