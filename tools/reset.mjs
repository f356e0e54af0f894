import './workspace/require-node.mjs';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataFolder, findRunning, isAlive } from './workspace/find-running.mjs';
import { refuse, root, t } from './workspace/say.mjs';

/** `npm run reset`: deletes what the product keeps in the data folder, after asking; `--yes` answers for a script. */
const folder = dataFolder();
const known = JSON.parse(readFileSync(join(root, 'libs/platform/database/src/data-folder.json'), 'utf8'));
const isMade = (name) => known.entries.some((pattern) => new RegExp(pattern).test(name));

/** Only what a start of ours made, and nothing that holds a home, a clone or us. */
function isOurs() {
  const names = readdirSync(folder);
  const marked = known.signs.some((sign) => existsSync(join(folder, sign)));
  const holds = (path) => `${path}${sep}`.startsWith(`${folder}${sep}`);
  return (
    marked && !holds(homedir()) && !holds(root) && !names.includes('.git') && !names.includes('package.json')
  );
}

/**
 * Postgres's own folder: inside ours, or in the system's place when the database user can't reach ours. What a
 * folder that was moved or copied notes is the place of before, where the original may be at work.
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

/** The place outside our folder that was made for it, by its name; another's is not ours to delete. */
function isForUs(place) {
  return basename(place) === createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16);
}

/** A crashed run may have left its Postgres on. */
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
  // Here, because an old Node lacks it and must get as far as hearing that it is old.
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
// Somebody may have started it while the question stood.
refuseWhileRunning();
const pgdata = postgresFolder();
const place = dirname(pgdata);
const isInside = pgdata.startsWith(`${folder}${sep}`);
const isOurPlace = isInside || isForUs(place);
if (isOurPlace) await stopOrphan(pgdata);
if (isOurPlace && !isInside) rmSync(place, { recursive: true, force: true });
// The marks last: broken off half-way, the folder is still known for ours.
const made = readdirSync(folder).filter(isMade);
const isSign = (name) => known.signs.some((sign) => sign.split('/')[0] === name);
for (const name of [...made.filter((each) => !isSign(each)), ...made.filter(isSign)])
  rmSync(join(folder, name), { recursive: true, force: true });
const others = readdirSync(folder);
if (others.length === 0) rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${t('reset.done', { folder })}\n`);
if (others.length > 0) process.stdout.write(`${t('reset.others', { folder, names: others.join(', ') })}\n`);
if (!isOurPlace) process.stdout.write(`${t('reset.left', { place })}\n`);
