import { contentHash, genesisLink, isoFromMicros, link } from '@cotejo/event-store';
import type { NewEvent, Position, RecordedEvent } from '@cotejo/event-store';
import type { AskedIntent, JournalEntry } from './ledger.ts';

export const STREAM = 'audit-00000000-0000-4000-8000-000000000001';
export const OTHER = 'audit-00000000-0000-4000-8000-000000000002';

/** A log of test events, hashed and linked like the store's. */
export class InventedLog {
  readonly events: RecordedEvent[] = [];

  /** Writes one event caused by `command`. */
  write(
    stream: string,
    command: string,
    type = 'TreeItemRenamed',
    data: NewEvent['data'] = {},
  ): RecordedEvent {
    const number = this.events.length + 1;
    const before = this.events.findLast((event) => event.stream === stream);
    const version = (before?.version ?? -1n) + 1n;
    const micros = 1_790_000_000_000_000n + BigInt(number);
    const said: NewEvent = {
      id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
      type,
      schemaVersion: 1,
      data,
      meta: { actor: 'somebody', at: '2026-11-20T12:00:00.000Z', command },
    };
    const hash = contentHash(said);
    const event: RecordedEvent = {
      ...said,
      stream,
      version,
      position: String(number) as Position,
      recordedAt: isoFromMicros(micros),
      contentHash: hash,
      link: link(before?.link ?? genesisLink(stream), version, micros, hash),
    };
    this.events.push(event);
    return event;
  }

  /** Two audits, written to alternately. */
  static ofTwoAudits(): InventedLog {
    const log = new InventedLog();
    for (let n = 0; n < 6; n++) log.write(n % 2 === 0 ? STREAM : OTHER, `command-${n}`);
    return log;
  }
}

/** An intent with its command id, sent by one session in the order of `seq`. */
export function asked(command: string, seq: number, more: Partial<AskedIntent> = {}): AskedIntent {
  return {
    command,
    who: 'editor',
    session: 'session',
    seq,
    stream: STREAM,
    base: 0,
    intent: { kind: 'rename_item', id: 'item', name: 'Compras' },
    answers: [],
    isConfirmed: false,
    ...more,
  };
}

export function journalOf(...entries: readonly JournalEntry[]): ReadonlyMap<string, JournalEntry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

/** The log with one event changed, as by a faulty store. */
export function altered(
  events: readonly RecordedEvent[],
  index: number,
  change: Partial<RecordedEvent>,
): RecordedEvent[] {
  return events.map((event, at) => (at === index ? { ...event, ...change } : event));
}
