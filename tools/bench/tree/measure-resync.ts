import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AuditDetail, ItemId } from '@cotejo/audits-contracts';
import { RawClient } from '@cotejo/rooms/testing';
import { documentOf } from '../crowd/room-crowd.ts';
import { clock } from '../measure/clock.ts';
import { openRawClient, roomPath } from '../product/audit-clients.ts';
import type { SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';

export interface ResyncOptions {
  readonly url: string;
  readonly people: readonly [SignedIn, SignedIn];
  readonly audit: AuditDetail;
  readonly items: readonly ItemId[];
  /** Number of changes that the client misses. */
  readonly missed: number;
  readonly rounds: number;
}

/**
 * A client reconnects with its old base. Milliseconds from the open socket until its document holds all changes made
 * meanwhile.
 */
export async function measureResync(run: BenchRun, options: ResyncOptions): Promise<number[]> {
  const { url, people, audit, items } = options;
  const others = await openRawClient(run, { url, person: people[0], audit: audit.id });
  const document = documentOf(others);
  const session = randomUUID();
  let seq = 0;
  let away = await openRawClient(run, { url, person: people[1], audit: audit.id });
  const times: number[] = [];
  for (let round = 0; round < options.rounds; round++) {
    await away.close();
    for (let number = 0; number < options.missed; number++) {
      const id = items[seq % items.length];
      others.intent(session, seq++, { kind: 'rename_item', id, name: `Mientras tanto ${seq}` });
    }
    await others.until(() => others.answers.length === seq, 'the others to be answered');
    const holds = { document, version: away.version, link: away.link };
    const address = url.replace(/^http/, 'ws') + (await roomPath(people[1], audit.id));
    away = new RawClient({ url: address, document: away.document, holds });
    await once(away.socket, 'open');
    const opened = clock();
    await away.synced();
    times.push(clock() - opened);
    if (away.version !== others.version) throw new Error('the client that came back is behind');
  }
  await away.close();
  await others.close();
  return times;
}
