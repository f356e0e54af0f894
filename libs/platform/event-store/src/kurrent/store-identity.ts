import { z } from 'zod';
import { EventStoreError, type StoreIdentity } from '../port.ts';
import type { KurrentConnection } from './connection.ts';
import { isMissingStream } from './map-error.ts';

const IDENTITY_STREAM = 'cotejo-store';
const identity = z.object({ storeId: z.uuid(), incarnation: z.uuid() });

/** Stream with the identity of the log; outside the namespace's own streams, so that none can take its name. */
export function identityStream(namespace: string): string {
  return namespace === '' ? IDENTITY_STREAM : `${IDENTITY_STREAM}.${namespace}`;
}

export interface IdentityOptions {
  readonly connection: KurrentConnection;
  readonly namespace: string;
  readonly ms: number;
}

/** The identity of the log: the last event of its identity stream; a log without one gets a new identity. */
export async function openIdentity(options: IdentityOptions): Promise<StoreIdentity> {
  for (;;) {
    const known = await readIdentity(options);
    if (known) return known.identity;
    const made = { storeId: crypto.randomUUID(), incarnation: crypto.randomUUID() };
    if (await writeIdentity(options, 'no_stream', 'StoreOpened', made)) return made;
  }
}

/** Makes the log the continuation of another one: its store id, a new incarnation. */
export async function adoptIdentity(options: IdentityOptions, storeId: string): Promise<StoreIdentity> {
  for (;;) {
    const known = await readIdentity(options);
    const adopted = { storeId, incarnation: crypto.randomUUID() };
    if (await writeIdentity(options, known?.version ?? 'no_stream', 'StoreAdopted', adopted)) return adopted;
  }
}

/** The identity of the log and the version of its stream; null for a log that was never opened. */
export async function readIdentity(
  options: IdentityOptions,
): Promise<{ readonly identity: StoreIdentity; readonly version: bigint } | null> {
  const { connection, namespace, ms } = options;
  const name = identityStream(namespace);
  const last = await connection.call('reading the identity of the log', ms, async (client) => {
    try {
      const asked = {
        fromRevision: 'end',
        maxCount: 1,
        direction: 'backwards',
        requiresLeader: true,
      } as const;
      for await (const { event } of client.readStream(name, asked)) return event;
    } catch (error) {
      if (!isMissingStream(error)) throw error;
    }
    return undefined;
  });
  if (!last) return null;
  const read = identity.safeParse(last.data);
  if (!read.success) {
    throw new EventStoreError('fatal', `the stream ${name} does not say who this log is`, {
      cause: read.error,
    });
  }
  return { identity: read.data, version: last.revision };
}

/** False when another node was faster. */
async function writeIdentity(
  { connection, namespace, ms }: IdentityOptions,
  streamState: bigint | 'no_stream',
  type: string,
  data: StoreIdentity,
): Promise<boolean> {
  try {
    await connection.callAppend('writing the identity of the log', ms, (client) =>
      client.appendToStream(
        identityStream(namespace),
        [
          {
            id: crypto.randomUUID(),
            type,
            contentType: 'application/json',
            data: { ...data },
            metadata: undefined,
          },
        ],
        { streamState, requiresLeader: true, deadline: ms },
      ),
    );
    return true;
  } catch (error) {
    if (error instanceof EventStoreError && error.kind === 'conflict') return false;
    throw error;
  }
}
