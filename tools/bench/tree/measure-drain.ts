import type { AuditDetail, ItemId } from '@cotejo/audits-contracts';
import { setTimeout as delay } from 'node:timers/promises';
import { clock } from '../measure/clock.ts';
import { openSession } from '../product/audit-clients.ts';
import type { SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';
import { switchedNetwork } from './switched-network.ts';

export interface DrainOptions {
  readonly url: string;
  readonly person: SignedIn;
  readonly audit: AuditDetail;
  readonly items: readonly ItemId[];
  readonly intents: number;
  readonly rounds: number;
  /** Milliseconds offline after the last edit, after which the user may send a burst of events again. */
  readonly restMs: number;
}

/**
 * A user works offline and reconnects. Milliseconds from the network's return (ticket, connection and sync included)
 * until every intent is answered and in the base.
 */
export async function measureDrain(run: BenchRun, options: DrainOptions): Promise<number[]> {
  const network = switchedNetwork();
  const session = await openSession(run, { ...options, network });
  const times: number[] = [];
  for (let round = 0; round < options.rounds; round++) {
    network.switchOff();
    for (let number = 0; number < options.intents; number++) {
      const id = options.items[number % options.items.length];
      if (id === undefined) throw new RangeError('there is nothing to work on');
      const result = session.act({ kind: 'rename_item', id, name: `Sin red ${round}.${number}` });
      if (!result.ok) throw new Error(`an intent was refused: ${result.rejection.code}`);
    }
    if (session.unsentCount !== options.intents) throw new Error('something was sent without a network');
    await delay(options.restMs);
    const empty = new Promise<void>((resolve) => {
      const stop = session.connection.outbox.onChange(() => {
        if (session.pendingCount > 0) return;
        stop();
        resolve();
      });
    });
    const began = clock();
    network.switchOn();
    await empty;
    times.push(clock() - began);
    if (session.tray.length > 0) throw new Error(`an intent was refused: ${session.tray[0]?.code}`);
  }
  await session.close();
  return times;
}
