import './workspace/require-node.mjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noteBuild } from './workspace/ensure-built.mjs';
import { runNode } from './workspace/run-child.mjs';
import { root } from './workspace/say.mjs';

/** `npm run build`: builds the server and the web with Nx; later commands then skip their own build. */
const nx = join(root, 'node_modules/nx');
const { bin } = JSON.parse(readFileSync(join(nx, 'package.json'), 'utf8'));
const build = () =>
  runNode([join(nx, bin.nx), 'run-many', '-t', 'build'], { env: { ...process.env, NX_DAEMON: 'false' } });
process.exit(await noteBuild(async () => (await build()).code));
