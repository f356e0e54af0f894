import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './run-child.mjs';
import { refuse, root, secondsSince, t } from './say.mjs';

const stampFile = join(root, 'node_modules/.cotejo-installed');

function wantedStamp() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex');
}

/**
 * Whether npm's record of the installation (the last file that it writes) matches the lockfile. An optional package may
 * be absent: it belongs to another platform.
 * @param {{ packages: Record<string, object> }} wanted
 * @param {{ packages: Record<string, object> }} found
 */
export function matchesLock(wanted, found) {
  return Object.entries(wanted.packages).every(([path, { version, link, optional, peer }]) => {
    if (path === '' || !path.includes('node_modules/') || link) return true;
    const installed = found.packages[path];
    return installed ? installed.version === version : Boolean(optional || peer);
  });
}

function isInstalled() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wantedStamp()) return true;
  const hidden = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
  return matchesLock(read(join(root, 'package-lock.json')), read(hidden));
}

/** Installs exactly the lockfile when node_modules is missing, incomplete, or from another lockfile. */
export async function ensureInstalled() {
  if (!isInstalled()) {
    process.stdout.write(`${t('install.starting')}\n`);
    const start = Date.now();
    // Uses the npm that runs this script, if any. Includes development packages, since the product is built here.
    const npm = process.env.npm_execpath;
    // npm's default waits between retries would leave a user without a network waiting for minutes.
    const patience = '--fetch-retry-maxtimeout=10000';
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error', patience];
    const { code } = npm?.endsWith('.js')
      ? await runChild(process.execPath, [npm, ...args])
      : await runChild('npm', args);
    if (code !== 0) refuse(t('install.failed', { code }));
    process.stdout.write(`${t('install.done', { seconds: secondsSince(start) })}\n`);
  }
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== wantedStamp()) {
    writeFileSync(stampFile, wantedStamp());
  }
}
