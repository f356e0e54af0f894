import './workspace/require-node.mjs';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataFolder, findRunning, isAlive } from './workspace/find-running.mjs';
import { refuse, root, t } from './workspace/say.mjs';

/**
 * `npm run reset`: deletes the product's data from the data folder, after confirmation; `--yes` confirms in scripts.
 */
const folder = dataFolder();
const known = JSON.parse(readFileSync(join(root, 'libs/platform/database/src/data-folder.json'), 'utf8'));
const isMade = (name) => known.entries.some((pattern) => new RegExp(pattern).test(name));

/** Only a folder created by the product, and none that contains a home directory, a repository or this clone. */
function isOurs() {
  const names = readdirSync(folder);
  const marked = known.signs.some((sign) => existsSync(join(folder, sign)));
  const holds = (path) => `${path}${sep}`.startsWith(`${folder}${sep}`);
  return (
    marked && !holds(homedir()) && !holds(root) && !names.includes('.git') && !names.includes('package.json')
  );
}

/**
 * Postgres' own folder: inside the data folder, or in the system's place when the database user can't reach the data
 * folder. A moved or copied folder records its old path, where the original may be in use, so a folder inside takes
 * precedence.
 */
function postgresFolder() {
  const inside = join(folder, 'pgdata');
  if (existsSync(inside)) return inside;
  try {
    return JSON.parse(readFileSync(join(folder, 'format.json'), 'utf8')).pgdata;
  } catch {
    return inside;
  }
}

/** Whether an outside place was made for this data folder, by its name; another folder's must not be deleted. */
function isForUs(place) {
  return basename(place) === createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16);
}

/** Stops the Postgres that a crashed run may have left running. */
async function stopOrphan(pgdata) {
  const note = join(pgdata, 'postmaster.pid');
  if (!existsSync(note)) return;
  const pid = Number.parseInt(readFileSync(note, 'utf8'), 10);
  const command = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : pgdata;
  if (!isAlive(pid) || !command.includes(pgdata)) return;
  process.kill(pid, 'SIGINT');
  while (isAlive(pid)) await sleep(50);
}

async function confirmed() {
  if (process.argv.includes('--yes')) return true;
  // Imported here because an old Node lacks it, and has to get as far as its version check.
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise((resolve) => terminal.once('close', () => resolve('')));
  const answer = await Promise.race([terminal.question(t('reset.question', { folder })), closed]);
  terminal.close();
  return ['sí', 'si', 'yes'].includes(answer.normalize('NFC').trim().toLowerCase());
}

function refuseWhileRunning() {
  const running = findRunning(folder);
  if (running) refuse(t('reset.running', { folder, pid: running.pid }));
}

if (process.env.DATABASE_URL) refuse(t('reset.external'));
if (!existsSync(folder) || readdirSync(folder).length === 0) {
  process.stdout.write(`${t('reset.nothing', { folder })}\n`);
  process.exit(0);
}
if (!isOurs()) refuse(t('reset.not_ours', { folder }));
refuseWhileRunning();
if (!(await confirmed())) refuse(t('reset.cancelled'));
// An instance may have been started while the question was open.
refuseWhileRunning();
const pgdata = postgresFolder();
const place = dirname(pgdata);
const isInside = pgdata.startsWith(`${folder}${sep}`);
const isOurPlace = isInside || isForUs(place);
if (isOurPlace) await stopOrphan(pgdata);
if (isOurPlace && !isInside) rmSync(place, { recursive: true, force: true });
// Marks are deleted last, so that an interrupted reset leaves a folder still recognised as the product's.
const made = readdirSync(folder).filter(isMade);
const isSign = (name) => known.signs.some((sign) => sign.split('/')[0] === name);
for (const name of [...made.filter((each) => !isSign(each)), ...made.filter(isSign)])
  rmSync(join(folder, name), { recursive: true, force: true });
const others = readdirSync(folder);
if (others.length === 0) rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${t('reset.done', { folder })}\n`);
if (others.length > 0) process.stdout.write(`${t('reset.others', { folder, names: others.join(', ') })}\n`);
if (!isOurPlace) process.stdout.write(`${t('reset.left', { place })}\n`);
