import './workspace/require-node.mjs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { ensureBuilt } from './workspace/ensure-built.mjs';
import { ensureInstalled } from './workspace/ensure-installed.mjs';
import { dataFolder, findRunning } from './workspace/find-running.mjs';
import { hearOneSignalAPress } from './workspace/one-signal-a-press.mjs';
import { refuse, root, t } from './workspace/say.mjs';

/**
 * `npm start`: from a bare clone to a running product. The server then runs in this very process: it receives each
 * signal directly and once, and can't be orphaned by the death of a parent.
 */
process.chdir(root);

const folder = dataFolder();
const running = process.env.DATABASE_URL ? null : findRunning(folder);
// Checked before building: a build would replace files of the running instance.
if (running) refuse(t('start.already_running', { folder, ...running }));

await ensureInstalled();
await ensureBuilt();

hearOneSignalAPress();
// Closing the terminal is an ordinary stop, and failing writes to it must not interrupt that stop.
process.on('SIGHUP', () => process.kill(process.pid, 'SIGTERM'));
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

process.setSourceMapsEnabled(true);
const main = join(root, 'apps/server/dist/main.js');
process.argv[1] = main;
await import(pathToFileURL(main).href);
