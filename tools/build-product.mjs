import './workspace/require-node.mjs';
import { ensureBuilt } from './workspace/ensure-built.mjs';
import { ensureInstalled } from './workspace/ensure-installed.mjs';

/** Installs and builds what is missing, as `npm start` does, and runs nothing. */
await ensureInstalled();
await ensureBuilt();
