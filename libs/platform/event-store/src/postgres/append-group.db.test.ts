import { withConnection } from '@cotejo/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresLog, type PostgresLog } from '../conformance/postgres-log.ts';
import { collect, newEvent, newEvents, newStream } from '../conformance/subject.ts';
import { verifyStream } from '../hash-chain.ts';
import type { AppendRequest } from '../port.ts';
import { prepareAppend, prepareConfirm } from '../validate.ts';
import { APPEND_SQL, decodeAnswer, encodeGroup, type GroupAnswer, type Verdict } from './group.ts';

describe('a group that is appended', () => {
  let log: PostgresLog;
  beforeAll(async () => {
    log = await createPostgresLog();
  });
  afterAll(() => log.drop());

  const stale = newStream('stale');
  beforeAll(async () => {
    await log.open().append({ stream: stale, expected: 'no-stream', events: newEvents(3) });
  });

  const refused = (): AppendRequest => ({ stream: stale, expected: 0n, events: newEvents(2) });
  const single = (): AppendRequest => ({
    stream: newStream('s'),
    expected: 'no-stream',
    events: [newEvent()],
  });
  const several = (): AppendRequest => ({ stream: newStream('m'), expected: 'any', events: newEvents(4) });

  async function append(requests: readonly AppendRequest[], confirmed?: string): Promise<Verdict[]> {
    const command = { id: newStream('command'), intentHash: 'h' };
    const members = [
      ...requests.map(prepareAppend),
      ...(confirmed === undefined ? [] : [prepareConfirm(confirmed, -1n, [command])]),
    ];
    const group = { members, now: undefined, locked: false };
    return withConnection(log.appUrl, async (client) => {
      const { rows } = await client.query<{ answer: GroupAnswer }>(APPEND_SQL, encodeGroup(group));
      return decodeAnswer(group, rows[0]?.answer ?? { verdicts: null });
    });
  }

  it.each<[string, readonly AppendRequest[]]>([
    ['of single events', [single(), single(), single()]],
    ['of several events each', [several(), several()]],
    ['of both', [single(), several(), single()]],
    ['that begins with a refused one', [refused(), single(), several()]],
    ['with a refused one between', [several(), refused(), single()]],
    ['that ends with a refused one', [single(), several(), refused()]],
    ['of which all but one are refused', [refused(), single()]],
  ])('is answered and written member by member: one %s', async (_, requests) => {
    const store = log.open();
    const confirmed = newStream('confirmed');
    const verdicts = await append(requests, confirmed);
    expect(verdicts.at(-1)).toHaveProperty('0', -1);
    for (const [index, { stream, events }] of requests.entries()) {
      const verdict = verdicts[index];
      if (stream === stale) {
        expect(verdict).toEqual({ conflict: 2 });
        continue;
      }
      const stored = await collect(store.read(stream));
      expect(stored.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
      expect(await verifyStream(stored)).toBeNull();
      const last = stored.at(-1);
      expect(verdict).toEqual([Number(last?.version), Number(last?.position), last?.link]);
    }
    expect(await store.head(stale)).toMatchObject({ version: 2n });
    const positions = (await store.readAll(null, { limit: 10_000 })).events.map(({ position }) =>
      Number(position),
    );
    expect(positions).toEqual(positions.map((_position, index) => index + 1));
    await store.close();
  });

  it('is refused whole, and nothing of it written, when all of it is', async () => {
    expect(await append([refused()])).toEqual([{ conflict: 2 }]);
  });
});
