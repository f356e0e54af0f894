import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, t } from './say.mjs';

/** Milliseconds that a bench may take in its small form, on a busy machine. */
const MOST_MS = 300_000;
/** Environment variable inherited by everything that a bench starts, to find processes that outlive it. */
const MARK = 'COTEJO_BENCH_RUN';

/**
 * Runs each bench in its small form, one after the other.
 * @param {string[]} names
 * @returns {Promise<boolean>} whether all ended with their line of JSON, and left no process behind
 */
export async function runSmallBenches(names) {
  let isGood = true;
  for (const name of names) {
    const began = performance.now();
    const mark = randomUUID();
    const { code, output } = await run(name, mark);
    const left = processesWith(`${MARK}=${mark}`);
    const fault = faultOf({ name, code, output, left });
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    process.stdout.write(`${fault === null ? '✓' : '✗'} ${name}: ${fault ?? 'ok'} (${seconds} s)\n`);
    if (fault !== null) process.stdout.write(`${output.split('\n').slice(-30).join('\n')}\n`);
    isGood &&= fault === null;
  }
  return isGood;
}

/**
 * Fault in how a bench ended; null if there is none.
 * @param {{ name: string, code: number | null, output: string, left: string[] }} end `left`: processes that outlive it
 */
export function faultOf({ name, code, output, left }) {
  if (left.length > 0) return t('bench.outlived', { processes: left.join(', ') });
  if (code !== 0) return t('bench.ended', { code: String(code) });
  return benchOf(output.trimEnd().split('\n').at(-1) ?? '') === name ? null : t('bench.no_json');
}

/** Name of the bench whose result a line of JSON is; null for other lines. */
function benchOf(line) {
  try {
    const { bench, figures, bars } = JSON.parse(line);
    return typeof figures === 'object' && Array.isArray(bars) ? bench : null;
  } catch {
    return null;
  }
}

function run(name, mark) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'tools/bench.mjs'), name, '--small'], {
      cwd: root,
      env: { ...process.env, [MARK]: mark },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
    // On SIGTERM a bench stops everything that it started.
    const timer = setTimeout(() => child.kill('SIGTERM'), MOST_MS);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output: code === 0 ? output : `${output}${errors}` });
    });
  });
}

/** Ids and commands of running processes with the mark in their environment; none where there is no `/proc`. */
export function processesWith(mark) {
  let ids = [];
  try {
    ids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  } catch {
    return [];
  }
  return ids.flatMap((id) => {
    try {
      if (!readFileSync(`/proc/${id}/environ`, 'utf8').includes(mark)) return [];
      return [`${id} ${readFileSync(`/proc/${id}/comm`, 'utf8').trim()}`];
    } catch {
      // The process ended meanwhile, or belongs to another user.
      return [];
    }
  });
}
