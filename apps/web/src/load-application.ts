import { createChunk } from '@cotejo/ui';
import { createStore } from 'jotai';

export const store = createStore();

/** The application for signed-in users, and all pages except a first visit's sign-in page; started when loaded. */
export const application = createChunk(async () => {
  const { start, ...parts } = await import('./application.tsx');
  return { ...parts, started: start(store) };
});
