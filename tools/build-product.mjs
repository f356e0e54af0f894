import './workspace/require-node.mjs';
import { ensureBuilt } from './workspace/ensure-built.mjs';
import { ensureInstalled } from './workspace/ensure-installed.mjs';

/** Installs and builds if needed, like `npm start`, without running the product. */
await ensureInstalled();
await ensureBuilt();
