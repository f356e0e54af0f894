import { randomUUID } from 'node:crypto';
import { EventStoreError, type EventStore, type JsonObject, type Position } from '../port.ts';
import type { LogArchive } from './log-archive.ts';
import { headsRoot } from './merkle-root.ts';
import { OrderHash } from './order-hash.ts';
import {
  SEAL_EVENT,
  SEAL_STREAM,
  sealHash,
  sealSchema,
  signSeal,
  type LogSigner,
  type Seal,
} from './seal.ts';
import { readPages } from './verify-log.ts';

const ACTOR = 'system:log-seal';

export interface SealOptions {
  readonly archive: LogArchive;
  readonly store: EventStore;
  readonly signer: LogSigner;
  readonly now: () => Date;
  readonly signal?: AbortSignal;
}

/** The newest seal on the log, and its version on the seal stream; null while there is none. */
export async function readLastSeal(
  store: Pick<EventStore, 'read'>,
): Promise<{ readonly seal: Seal; readonly version: bigint } | null> {
  for await (const { data, version } of store.read(SEAL_STREAM, { direction: 'backwards', limit: 1 })) {
    return { seal: sealSchema.parse(data), version };
  }
  return null;
}

/**
 * Seals the log in its current state: reads the events since the last seal, signs, and appends the seal. Null when
 * there are no new events besides seals, when another node sealed meanwhile, or when the archive's heads do not match
 * the events it returns (an index that lags behind its log): the next round tries again.
 */
export async function sealLog({ archive, store, signer, now, signal }: SealOptions): Promise<Seal | null> {
  const last = await readLastSeal(store);
  const { storeId, incarnation } = await archive.identity();
  const known = last && last.seal.incarnation === incarnation ? last.seal : null;
  const order = new OrderSince(archive, known, signal);
  // Read most events before taking the heads, so that few are written between the heads and the seal.
  await order.advance(Number.POSITIVE_INFINITY);
  const { heads, events } = await archive.heads();
  const sealed = heads.find(({ stream }) => stream === SEAL_STREAM)?.version ?? -1n;
  if (sealed !== (last?.version ?? -1n)) return null;
  const fresh = Number(events) - Number(sealed + 1n);
  if (fresh <= (last ? last.seal.events - Number(last.version) : 0)) return null;
  await order.advance(Number(events));
  // Heads and order hash of different moments would make a seal that no log can ever satisfy.
  if (order.events !== Number(events)) return null;

  const seal = signSeal(
    {
      format: 1,
      storeId,
      incarnation,
      position: order.position,
      events: Number(events),
      streams: heads.length,
      root: headsRoot(new Map(heads.map((head) => [head.stream, head]))),
      order: order.hash,
      previous: last && sealHash(last.seal),
      at: now().toISOString(),
    },
    signer,
  );
  try {
    await store.append({
      stream: SEAL_STREAM,
      expected: sealed === -1n ? 'no-stream' : sealed,
      events: [
        {
          id: randomUUID(),
          type: SEAL_EVENT,
          schemaVersion: 1,
          data: { ...seal } satisfies JsonObject,
          meta: { actor: ACTOR, at: seal.at },
        },
      ],
    });
  } catch (error) {
    if (error instanceof EventStoreError && error.kind === 'conflict') return null;
    throw error;
  }
  return seal;
}

/** The order hash of the log, continued from the last seal. */
class OrderSince {
  events: number;
  position: Position | null;
  private readonly order: OrderHash;

  /** @param from last seal of this incarnation, whose position is valid here; null reads the log from its beginning */
  constructor(
    private readonly archive: LogArchive,
    from: Seal | null,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.events = from?.events ?? 0;
    this.position = (from?.position ?? null) as Position | null;
    this.order = new OrderHash(from?.order);
  }

  get hash(): string {
    return this.order.value;
  }

  /** Advances to this number of events, or to the end of the log. */
  async advance(events: number): Promise<void> {
    if (this.events >= events) return;
    for await (const page of readPages(this.archive, this.position)) {
      this.signal?.throwIfAborted();
      for (const { link, position } of page) {
        if (this.events === events) return;
        this.order.add(link);
        this.events++;
        this.position = position;
      }
    }
  }
}
