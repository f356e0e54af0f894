import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// Vite transforms the sources of a test; a worker thread started by a test has plain Node, which reads no TypeScript.
if (!isMainThread) register('./typescript-hooks.mjs', import.meta.url);
