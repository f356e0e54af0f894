import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// Vite reads the sources of a test; a thread that a test starts has Node alone, which reads no TypeScript by itself.
if (!isMainThread) register('./typescript-hooks.mjs', import.meta.url);
