import { readFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import { serversOf, type NamedServers } from './connection-url.ts';

/** Milliseconds in which one server must answer. */
const ANSWER_MS = 2_000;
/** Milliseconds for which an answer counts as current. */
const FRESH_MS = 5_000;
/** A gRPC message without fields: not compressed, length 0. */
const EMPTY_MESSAGE = Buffer.alloc(5);
/** `VNodeState` of the protocol. */
const LEADER = 8;

export interface ClusterMember {
  /** Host and port. */
  readonly name: string;
  readonly isLeader: boolean;
  readonly isAlive: boolean;
}

/**
 * Members of the cluster by its gossip, refreshed on access. The official client reads the gossip, too, but does not
 * expose it.
 */
export class ClusterMembers {
  private readonly servers: NamedServers;
  private latest: readonly ClusterMember[] = [];
  private refreshedAt = Number.NEGATIVE_INFINITY;

  constructor(url: string) {
    this.servers = serversOf(url);
  }

  /** Latest members; older than `FRESH_MS`, they are refreshed in the background. Empty before the first answer. */
  get known(): readonly ClusterMember[] {
    if (performance.now() - this.refreshedAt > FRESH_MS) {
      this.refreshedAt = performance.now();
      void this.refresh();
    }
    return this.latest;
  }

  /** Asks one server after another; without any answer the list is empty. */
  async refresh(): Promise<readonly ClusterMember[]> {
    for (const host of this.servers.hosts) {
      const members = await askMembers(host, this.servers).catch(() => null);
      if (members === null) continue;
      this.latest = members;
      return members;
    }
    this.latest = [];
    return [];
  }
}

async function askMembers(
  { host, port }: NamedServers['hosts'][number],
  { tls }: Pick<NamedServers, 'tls'>,
): Promise<ClusterMember[]> {
  const ca = tls?.caFile === undefined ? undefined : await readFile(tls.caFile);
  const authority = `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const session = connect(authority, { ca, rejectUnauthorized: tls?.verifies ?? true });
  try {
    return await new Promise((resolve, reject) => {
      session.on('error', reject);
      const call = session.request({
        ':method': 'POST',
        ':path': '/event_store.client.gossip.Gossip/Read',
        'content-type': 'application/grpc',
        te: 'trailers',
      });
      const chunks: Buffer[] = [];
      call.setTimeout(ANSWER_MS, () => reject(new Error('no answer')));
      session.setTimeout(ANSWER_MS, () => reject(new Error('no answer')));
      call.on('data', (chunk: Buffer) => chunks.push(chunk));
      call.on('error', reject);
      call.on('end', () => {
        const body = Buffer.concat(chunks);
        if (body.length < EMPTY_MESSAGE.length) reject(new Error('refused'));
        else resolve(readMembers(body.subarray(EMPTY_MESSAGE.length)));
      });
      call.end(EMPTY_MESSAGE);
    });
  } finally {
    session.destroy();
  }
}

/** Reads `ClusterInfo` of the protocol; unknown fields are skipped. */
function readMembers(bytes: Buffer): ClusterMember[] {
  return fieldsOf(bytes)
    .filter(({ number }) => number === 1)
    .map(({ bytes: member }) => {
      const fields = fieldsOf(member);
      const state = fields.find(({ number }) => number === 3)?.value ?? 0;
      const isAlive = (fields.find(({ number }) => number === 4)?.value ?? 0) !== 0;
      const endpoint = fieldsOf(fields.find(({ number }) => number === 5)?.bytes ?? Buffer.alloc(0));
      const address = endpoint.find(({ number }) => number === 1)?.bytes.toString('utf8') ?? '';
      const port = endpoint.find(({ number }) => number === 2)?.value ?? 0;
      return { name: `${address}:${port}`, isLeader: isAlive && state === LEADER, isAlive };
    });
}

interface Field {
  readonly number: number;
  readonly value: number;
  readonly bytes: Buffer;
}

/** Fields of a protobuf message: https://protobuf.dev/programming-guides/encoding */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; at < message.length; factor *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) break;
    }
    return value;
  };
  while (at < message.length) {
    const key = varint();
    const [number, kind] = [Math.floor(key / 8), key % 8];
    if (kind === 0) fields.push({ number, value: varint(), bytes: Buffer.alloc(0) });
    else if (kind === 2) {
      const length = varint();
      fields.push({ number, value: 0, bytes: message.subarray(at, at + length) });
      at += length;
    } else at += kind === 1 ? 8 : 4;
  }
  return fields;
}
