import { spawn } from 'node:child_process';
import { root } from './say.mjs';

/**
 * Runs a program of the clone to its end. A signal received meanwhile is forwarded, and ends this process, too.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean }} [options] quiet captures the output for the
 * result
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runChild(command, args, { cwd = root, env = process.env, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    let stopped = false;
    const pass = (signal) => {
      stopped = true;
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    child.on('error', reject);
    child.on('close', (code) => {
      for (const signal of signals) process.off(signal, pass);
      if (stopped) process.exit(130);
      resolve({ code: code ?? 1, output: Buffer.concat(output).toString('utf8') });
    });
  });
}

/** Runs a script of the clone with Node. */
export const runNode = (args, options) => runChild(process.execPath, args, options);
