import { WORKSHEET_ROOM_KIND, worksheetRoomId } from '@cotejo/worksheets-contracts';
import { itemId } from '@cotejo/audits-contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { askPlainly } from '../account-isolation/plain-call.fixture.ts';
import { newFuzzedAccount } from './fuzzed-account.fixture.ts';
import { ABREAST, eachOf, FuzzedServer } from './fuzzed-server.fixture.ts';
import { faultOf } from './judge-answer.fixture.ts';
import { malformedUpload } from './malformed-upload.fixture.ts';
import { beginning, malformedTextMessage } from './malformed-write.fixture.ts';
import { RoomTalk } from './room-talk.fixture.ts';
import { newAgent, send } from './send.fixture.ts';

const TEXT_MESSAGES = 1_500;
const UPLOAD_REQUESTS = 1_500;
const MOST_BYTES = 10_000;

let fuzzed: FuzzedServer;
beforeAll(async () => {
  fuzzed = await FuzzedServer.start({ FILES_MOST_BYTES: String(MOST_BYTES) });
});
afterAll(() => fuzzed.stop());

const shown = (message: Uint8Array | string): string => Buffer.from(message).toString('latin1').slice(0, 400);

it('malformed writes of texts are answered, or end the connection, and the document can be read as before', async () => {
  const { started } = fuzzed;
  const account = await newFuzzedAccount(started);
  const { audit, understanding, tokens } = account;
  const room = { kind: WORKSHEET_ROOM_KIND, id: worksheetRoomId(audit, itemId.parse(understanding)) };
  const talks: (RoomTalk | null)[] = [];
  const faults = await eachOf(TEXT_MESSAGES, 500_000, async (chance) => {
    let talk = talks.pop() ?? null;
    if (talk === null || talk.code !== null) {
      talk = await RoomTalk.open(started, account, room, chance, beginning());
    }
    const message = malformedTextMessage(account.ids, chance);
    const fault = await talk.say(message);
    talks.push(talk);
    return fault === null ? null : `${shown(message)}: ${fault}`;
  });
  for (const talk of talks) talk?.close();
  expect(faults).toEqual([]);
  await fuzzed.isUnharmed();

  const path = `/proyecto/riesgo/auditoria/${audit}/tree/${understanding}/textos/`;
  const said = z.object({ textos: z.array(z.object({ texto: z.string() })) });
  await expect
    .poll(async () => {
      const answer = await askPlainly(started, { token: tokens[1] ?? '' }, { method: 'GET', path });
      return said.parse(answer.data).textos.some(({ texto }) => texto.includes('hola'));
    })
    .toBe(true);
  await fuzzed.isUnharmed();
});

it('malformed uploads are refused in words, and leave nothing that nobody may have', async () => {
  const { started, port } = fuzzed;
  const account = await newFuzzedAccount(started);
  const agent = newAgent(ABREAST);
  // One user is drawn far more often, because an upload can only be continued by its creator.
  const [, manager = ''] = account.tokens;
  const tokens = [...Array.from({ length: 8 }, () => manager), ...account.tokens, null, 'unknown'];
  const begun: string[] = [];
  const statuses = new Map<number, number>();
  const faults = await eachOf(UPLOAD_REQUESTS, 600_000, async (chance) => {
    const asked = malformedUpload({ ...account, tokens, begun }, chance);
    const answer = await send(agent, port, asked);
    if (answer === null) return null;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const place = answer.headers['location']?.split('/').at(-1);
    if (place !== undefined && begun.length < 200) begun.push(place);
    const hasEnvelope = asked.method !== 'HEAD' && asked.method !== 'OPTIONS';
    const fault = faultOf(answer, hasEnvelope);
    if (fault === null) return null;
    return `${asked.method} ${asked.path.slice(0, 200)} ${JSON.stringify(asked.headers).slice(0, 400)}: ${fault}`;
  });
  agent.destroy();
  expect(faults).toEqual([]);
  // Enough requests passed authorization to be judged by their content.
  for (const status of [200, 201, 204, 400, 404, 409, 412, 413, 415])
    expect([status, statuses.get(status) ?? 0]).toEqual([
      status,
      expect.toSatisfy((count: number) => count > 0),
    ]);
  await fuzzed.isUnharmed();
});
