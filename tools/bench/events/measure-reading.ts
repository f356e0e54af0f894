import type { Position } from '@cotejo/event-store';
import { createPostgresEventStore } from '@cotejo/event-store/postgres';
import type { Part } from './run-part.ts';

const PAGE = 1_000;

/** Reads the whole log page by page. */
export const readEverything: Part = async ({ appUrl }) => {
  const store = createPostgresEventStore({ connectionString: appUrl });
  await store.readAll(null, { limit: PAGE });
  const idle = process.memoryUsage.rss();
  const began = performance.now();
  let events = 0;
  let next: Position | null = null;
  for (let atEnd = false; !atEnd;) {
    const page = await store.readAll(next, { limit: PAGE });
    events += page.events.length;
    ({ next, atEnd } = page);
  }
  const seconds = (performance.now() - began) / 1_000;
  await store.close();
  return { events, seconds, idle };
};
