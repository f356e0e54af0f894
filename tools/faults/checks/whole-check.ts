import { withConnection } from '@cotejo/database';
import type { Position, RecordedEvent } from '@cotejo/event-store';
import { createPostgresEventStore } from '@cotejo/event-store/postgres';
import { checkCreations, checkIntents, checkOrder } from '../history/check-answers.ts';
import { checkSubscriber, type Seen } from '../history/check-subscriber.ts';
import type { JournalEntry } from '../history/ledger.ts';
import { LogChecker } from '../history/log-checker.ts';
import { violation, type Violation } from '../history/violation.ts';
import { readHeads, readJournal, readLog } from './read-log.ts';
import { checkParked, type CheckParts, type RoundChecks } from './round-checks.ts';
import { ScratchModels } from './scratch-models.ts';

const JOURNAL_PAGE = 5_000;

/** Final check, from the first event: the log, and everything derived from it. */
export async function checkWhole(parts: CheckParts, rounds: RoundChecks): Promise<Violation[]> {
  const { cluster, ledger } = parts;
  const { database } = cluster;
  const rebuilt = await ScratchModels.create(database, 'rebuilt');
  const log = new LogChecker();
  const store = createPostgresEventStore({ connectionString: database.appUrl });
  try {
    return await withConnection(database.ownerUrl, async (client) => {
      const found: Violation[] = [];
      let after: Position | null = null;
      for await (const page of readLog(client, null)) {
        found.push(...(await log.take(page)));
        await rebuilt.apply(page);
        found.push(...checkSubscriber('a reader of the store', page, await readBy(store, after, page), true));
        after = page.at(-1)?.position ?? after;
      }
      found.push(...compareLogs(rounds.log, log));
      found.push(...log.compareHeads(await readHeads(client)));
      const journal = new Map<string, JournalEntry>();
      const intents = ledger.allIntents;
      for (let from = 0; from < intents.length; from += JOURNAL_PAGE) {
        const ids = intents.slice(from, from + JOURNAL_PAGE).map(({ command }) => command);
        for (const [id, entry] of await readJournal(client, ids)) journal.set(id, entry);
      }
      const stored = { log, journal };
      found.push(...checkIntents(intents, stored));
      found.push(
        ...checkOrder(
          intents.filter(({ who }) => who.startsWith('editor')),
          stored,
        ),
      );
      found.push(...checkCreations(ledger.allCreations, rounds.created));
      found.push(...(await rebuilt.compare(client, null)), ...(await checkParked(client)));
      return found;
    });
  } finally {
    await store.close();
  }
}

/** The page of the log as returned by the product's own reading code. */
async function readBy(
  store: ReturnType<typeof createPostgresEventStore>,
  after: Position | null,
  wanted: readonly RecordedEvent[],
): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  let from = after;
  while (seen.length < wanted.length) {
    const page = await store.readAll(from, { limit: Math.min(500, wanted.length - seen.length) });
    seen.push(...page.events);
    if (page.events.length === 0) break;
    from = page.next;
  }
  return seen;
}

/** Events read during the rounds must still be there, with no event added in between. */
function compareLogs(then: LogChecker, now: LogChecker): Violation[] {
  const found: Violation[] = [];
  if (then.count !== now.count) {
    found.push(violation('log-altered', `${then.count} events in the rounds, ${now.count} at the end`));
  }
  for (const [stream, { version, link }] of then.streams) {
    const head = now.headOf(stream);
    if (head?.version !== version || head.link !== link) {
      found.push(
        violation('log-altered', `${stream}: ${version} in the rounds, ${head?.version} at the end`),
      );
    }
  }
  return found;
}
