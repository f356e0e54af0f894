import { setTimeout as delay } from 'node:timers/promises';
import { createPostgresEventStore } from '@cotejo/event-store/postgres';
import pg from 'pg';
import { ProjectionRunner } from './projection-runner.ts';
import { tally, tallyProjector } from './tally.fixture.ts';

/**
 * A node that only projects, for tests that kill and stop processes. It reports its steps on stdout; PAUSE_MS makes it
 * wait in the middle of each batch, with rows written and not committed.
 */
const { APP_URL = '', PAUSE_MS = '0' } = process.env;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const log = {
  info: (_: object, message: string) => say(message),
  warn: (facts: object, message: string) => say(`${message} ${JSON.stringify(facts)}`),
  error: (facts: object, message: string) => say(`${message} ${JSON.stringify(facts)}`),
};
const store = createPostgresEventStore({ connectionString: APP_URL });
const pool = new pg.Pool({ connectionString: APP_URL, max: 6 });
pool.on('error', () => undefined);
const projector = tallyProjector({
  async apply(events, tx) {
    await tally(events, tx);
    say('written');
    await delay(Number(PAUSE_MS));
  },
});
new ProjectionRunner({ store, pool, projector, log }).start();
