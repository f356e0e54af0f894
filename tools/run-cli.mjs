import './workspace/require-node.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './workspace/ensure-built.mjs';
import { ensureInstalled } from './workspace/ensure-installed.mjs';
import { root } from './workspace/say.mjs';

/** `npm run import -- …` and `npm run admin -- …`: the product's commands, built if needed. */
await ensureInstalled();
await ensureBuilt();

process.setSourceMapsEnabled(true);
const cli = join(root, 'apps/server/dist/cli.js');
// Relative file names refer to the directory in which the command was typed.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
process.env.DATA_DIR ||= join(root, '.data');
process.argv[1] = cli;
await import(pathToFileURL(cli).href);
