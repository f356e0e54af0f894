import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// Vite transforms the sources of a test; a process or thread started by a test has plain Node, which reads no TypeScript.
if (!isMainThread || process.env.VITEST === undefined) register('./typescript-hooks.mjs', import.meta.url);
