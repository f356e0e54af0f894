import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ACCESS_CHANGES_TOPIC, PERMISSION_CATALOGUE, type SessionData } from '@cotejo/access-contracts';
import { isReadKey, passPolicy } from '@cotejo/access-domain';
import {
  AUDIT_LIST_TOPIC,
  AUDIT_PRESENCE_TOPIC,
  AUDIT_SUMMARY_TOPIC,
  AUDIT_TEAM_TOPIC,
  AUDIT_TIME_TOPIC,
  auditRow,
  CHANGE_LOG_TOPIC,
  EVALUATION_LIST_TOPIC,
  itemId,
  OWN_ACTION_PLANS_TOPIC,
  treeItemView,
  type ItemId,
} from '@cotejo/audits-contracts';
import { LIVE_NAMESPACE, TICKET_REFUSED } from '@cotejo/live/protocol';
import { topicOf } from '@cotejo/record/calls';
import { closeCode, encodeFrame, ROOM_PATH, ROOM_PROTOCOL } from '@cotejo/rooms/protocol';
import type { CopiedDatabase } from '@cotejo/testing';
import {
  ATTACHMENT_UPLOADS,
  ATTACHMENTS_TOPIC,
  MENTIONS_TOPIC,
  REVIEW_NOTES_TOPIC,
  WORKSHEET_TEXTS_TOPIC,
  worksheetRoomId,
} from '@cotejo/worksheets-contracts';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { WaysIn } from '../start-server.ts';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';
import { records } from '../account-isolation/record-samples.fixture.ts';
import { cellsOf, routeRow, leadsToIntent, nameOf, renderAccessTable } from './access-table.fixture.ts';
import { askRoute, isAnswerOf } from './ask-route.fixture.ts';
import { ANONYMOUS_COLUMN, COLUMNS, PENDING_COLUMN, personOf, policyOf } from './columns.fixture.ts';
import { PeopleOfColumns } from './people-of-columns.fixture.ts';
import { makeItems, planChanges } from './plan-changes.fixture.ts';

const PAGE = join(import.meta.dirname, '../../../../docs/access-table.md');

let database: CopiedDatabase;
let started: StartedServer;
let declared: WaysIn;
let people: PeopleOfColumns;
/** An audit of the demo account with PM, SR, JR and GUEST in its team. */
let audit: string;
/** A step of that audit. */
let step: ItemId;

beforeAll(async () => {
  database = await demoDatabase();
  started = await StartedServer.on(database);
  declared = started.server.waysIn;
  people = await PeopleOfColumns.signIn(started);
  const { body } = await started.get('/proyecto/riesgo/auditoria/', sessionOf('PM')).expect(200);
  const rows = z.object({ data: z.array(auditRow) }).parse(body).data;
  audit = rows.find(({ codigo }) => codigo.endsWith('-004'))?.id ?? '';
  const tree = await started.get(`/proyecto/riesgo/auditoria/${audit}/tree/`, sessionOf('ADMIN')).expect(200);
  const items = (list: readonly z.infer<typeof treeItemView>[]): z.infer<typeof treeItemView>[] =>
    list.flatMap((item) => [item, ...items(item.items)]);
  const made = items(z.array(treeItemView).parse(tree.body.data));
  step = itemId.parse(made.find(({ item_tipo }) => item_tipo === 'HT_PASO')?.id);
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

function sessionOf(title: string): SessionData {
  const session = people.session(title);
  if (session === null) throw new Error(`nobody is signed in for the column ${title}`);
  return session;
}

/** Columns whose user can get a ticket. */
const withTicket = COLUMNS.map(({ title }) => title).filter(
  (title) => title !== ANONYMOUS_COLUMN && title !== PENDING_COLUMN,
);

describe('the table of who may do what', () => {
  it('is the one of docs/access-table.md', async () => {
    const page = await renderAccessTable(declared);
    if (process.env['WRITE_TABLE']) await writeFile(PAGE, page);
    expect(page).toBe(await readFile(PAGE, 'utf8'));
  });

  it('has in it whatever express answers', () => {
    const known = new Set(declared.callRoutes.map((route) => `${route.method} ${route.path}`));
    const others = declared.routes
      .filter(({ method, path }) => !known.has(`${method} ${path.replace(/^\/api(?=\/)/, '')}`))
      .map(({ path }) => path);
    const undocumented = others.filter((path) => !/^\/docs(?![a-z])/.test(path));
    const uploads = [ATTACHMENT_UPLOADS, `${ATTACHMENT_UPLOADS}/:upload`];
    expect([...new Set(undocumented)]).toEqual([...uploads, '/metrics']);
    expect(declared.routes.length - others.length).toBe(declared.callRoutes.length);
  });

  it('asks nothing that nobody can be given', () => {
    const isKnown = (key: string) =>
      Object.hasOwn(PERMISSION_CATALOGUE, key) || /^product\.\w+$/.test(key) || key === 'trashbin.purge';
    const asked = [
      ...declared.callRoutes.flatMap(({ call: { policy } }) =>
        policy.kind === 'requires' ? [policy.permission, ...(policy.andOneOf ?? [])] : [],
      ),
      ...[...declared.topics, ...declared.hosts].map(({ permission }) => permission),
      ...[...declared.intents.values()].flatMap(({ asks, also = [] }) => [...asks, ...also]),
    ];
    expect(asked.filter((key) => key !== null && !isKnown(key))).toEqual([]);
  });

  it('lets no call change a plan for the right to read it alone', () => {
    const changing = declared.callRoutes.filter(({ method }) => method !== 'GET');
    const readers = changing.filter(
      ({ call: { policy } }) =>
        policy.kind === 'requires' && isReadKey(policy.permission) && !policy.andOneOf?.length,
    );
    expect(readers.map(nameOf)).toEqual([]);
  });

  it('leaves no feed, room or intent without what it asks', () => {
    const { topics, hosts, intents } = declared;
    expect([...topics, ...hosts].filter(({ permission }) => permission === undefined)).toEqual([]);
    const silent = [...intents].filter(([, { asks, ofParts }]) => asks.length === 0 && ofParts !== true);
    expect(silent).toEqual([]);
  });

  it('lets a superuser in where it does an administrator, and group 2 where group 3', () => {
    const policies = [
      ...declared.callRoutes.map(({ call }) => call.policy),
      ...[...declared.topics, ...declared.hosts].map(({ permission }) => policyOf(permission)),
    ];
    const pass = (who: ReturnType<typeof personOf>) => policies.map((policy) => passPolicy(policy, who));
    expect(pass(personOf('auditor', { isSuperuser: true }))).toEqual(pass(personOf('admin')));
    expect(pass(personOf('auditor', { groups: [2] }))).toEqual(pass(personOf('auditor', { groups: [3] })));
  });
});

/** Key for each topic, chosen so that the user may see it. A topic missing here fails the test. */
const KEYS: Readonly<Record<string, (session: SessionData) => string>> = {
  [ACCESS_CHANGES_TOPIC]: ({ user }) => user.account_id,
  [AUDIT_LIST_TOPIC]: ({ user }) => user.account_id,
  [EVALUATION_LIST_TOPIC]: ({ user }) => user.account_id,
  [AUDIT_PRESENCE_TOPIC]: ({ user }) => user.account_id,
  [AUDIT_SUMMARY_TOPIC]: () => audit,
  [AUDIT_TEAM_TOPIC]: () => audit,
  [AUDIT_TIME_TOPIC]: () => audit,
  [CHANGE_LOG_TOPIC]: () => audit,
  [REVIEW_NOTES_TOPIC]: () => audit,
  [WORKSHEET_TEXTS_TOPIC]: () => audit,
  [ATTACHMENTS_TOPIC]: () => audit,
  [OWN_ACTION_PLANS_TOPIC]: ({ user }) => user.id,
  [MENTIONS_TOPIC]: ({ user }) => user.id,
  ...Object.fromEntries(
    records.map((record) => [topicOf(record), ({ user }: SessionData) => user.account_id]),
  ),
};
/** Room id for each kind of room. */
const ROOM_IDS: Readonly<Record<string, () => string>> = {
  audit: () => audit,
  worksheet: () => worksheetRoomId(audit, step),
};

/** Cells of the access table for a feed or a room, by column. */
const says = (permission: string | null): Record<string, boolean> =>
  Object.fromEntries(
    cellsOf(policyOf(permission)).map(({ passage }, at) => [
      COLUMNS[at]?.title,
      passage === 'yes' || passage === 'some',
    ]),
  );

describe('feeds', () => {
  it('let follow whom the table says', async () => {
    const followed: Record<string, Record<string, boolean>> = {};
    for (const { name } of declared.topics)
      followed[name] = { [ANONYMOUS_COLUMN]: false, [PENDING_COLUMN]: false };
    for (const title of withTicket) {
      const session = sessionOf(title);
      const socket = await started.feed(session);
      for (const { name: topic } of declared.topics) {
        const key = KEYS[topic]?.(session);
        if (key === undefined) throw new Error(`nobody says of which thing ${topic} is to be asked`);
        const answer: unknown = await socket.emitWithAck('follow', { topic, key, cursor: -1 });
        const { ok, code } = z.object({ ok: z.boolean(), code: z.string().optional() }).parse(answer);
        if (!ok) expect(code).toBe('access_not_authorized');
        Object.assign(followed[topic] ?? {}, { [title]: ok });
      }
      socket.close();
    }
    expect(followed).toEqual(
      Object.fromEntries(declared.topics.map(({ name, permission }) => [name, says(permission)])),
    );
  });

  it('and rooms stay shut without a ticket, which nobody gets with something to do first', async () => {
    const socket = io(started.server.address + LIVE_NAMESPACE, {
      transports: ['websocket'],
      reconnection: false,
    });
    const refused = await new Promise<Error>((resolve) => socket.once('connect_error', resolve));
    expect(refused.message).toBe(TICKET_REFUSED);
    for (const { kind } of declared.hosts) expect(await enter(kind, null)).toBe(closeCode.ticketRefused);
    const asked = await started.post('/users/@me/ticket/', sessionOf(PENDING_COLUMN)).expect(403);
    expect(asked.body.code).toBe('terms_required');
  });
});

/** Closing code of a room, or `open`. */
async function enter(kind: string, session: SessionData | null): Promise<number | 'open'> {
  const id = ROOM_IDS[kind]?.();
  if (id === undefined) throw new Error(`nobody says which room of the kind ${kind} is to be asked`);
  const query = session === null ? '' : `?ticket=${await started.ticketOf(session)}`;
  const base = started.server.address.replace('http', 'ws');
  const socket = new WebSocket(`${base}${ROOM_PATH}/${kind}/${id}${query}`);
  const hello = { t: 'hello', protocol: ROOM_PROTOCOL, document: null, version: -1, link: null } as const;
  const outcome = await new Promise<number | 'open'>((resolve, reject) => {
    socket.once('open', () => socket.send(encodeFrame(hello)));
    socket.once('message', () => resolve('open'));
    socket.once('close', resolve);
    socket.once('error', reject);
  });
  socket.close();
  return outcome;
}

describe('rooms', () => {
  it('let in whom the table says', async () => {
    for (const { kind, permission } of declared.hosts) {
      const entered = await Promise.all(
        withTicket.map(async (title) => [title, await enter(kind, sessionOf(title))] as const),
      );
      const expected = says(permission);
      expect(Object.fromEntries(entered)).toEqual(
        Object.fromEntries(
          withTicket.map((title) => [title, expected[title] ? 'open' : closeCode.forbidden]),
        ),
      );
      expect([expected[ANONYMOUS_COLUMN], expected[PENDING_COLUMN]]).toEqual([false, false]);
    }
  });
});

describe('calls', () => {
  /** Calls whose answer differs from the table. Calls that end the session run last. */
  async function surprises(title: string, session: SessionData | null, duty: string): Promise<string[]> {
    const at = COLUMNS.findIndex((column) => column.title === title);
    const found: string[] = [];
    const [ends, stays] = [
      declared.callRoutes.filter(endsSession),
      declared.callRoutes.filter((d) => !endsSession(d)),
    ];
    for (const route of [...stays, ...ends]) {
      const cell = routeRow(route).cells[at];
      if (cell === undefined) throw new Error(`no column ${title}`);
      const answer = await askRoute(started.server.address, route, session);
      if (!isAnswerOf(cell.passage, answer, duty))
        found.push(`${nameOf(route)}: the table says ${cell.passage}, the server ${answer}`);
    }
    return found;
  }
  const endsSession = ({ path }: { readonly path: string }) => path === '/logout';

  it('that come to an intent refuse it to a guest of the team, and what they ask is right', async () => {
    const administrator = sessionOf('ADMIN');
    const made = await makeItems(started, administrator, audit, sessionOf('SR').user.id, sessionOf('PM'));
    const changes = planChanges(made);
    const history = async (): Promise<unknown> =>
      (await started.get(`/proyecto/riesgo/auditoria/${audit}/historial/`, administrator).expect(200)).body;
    // Review notes have their own test, with a note for each of their calls.
    const routes = declared.callRoutes.filter(
      (route) => leadsToIntent(route) && route.controller !== 'NotesController',
    );
    const ask = async (session: SessionData): Promise<[string, string][]> => {
      const answers: [string, string][] = [];
      for (const route of routes) {
        const asked = changes[nameOf(route)];
        if (asked === undefined) throw new Error(`nobody says what to ask of ${nameOf(route)}`);
        answers.push([nameOf(route), await askRoute(started.server.address, route, session, asked)]);
      }
      return answers;
    };
    const before = await history();
    const refused = await ask(sessionOf('GUEST'));
    expect(refused.filter(([, answer]) => !/^403 (access_not_authorized|forbidden)$/.test(answer))).toEqual(
      [],
    );
    expect(await history()).toEqual(before);
    const granted = await ask(administrator);
    expect(granted.filter(([, answer]) => !answer.startsWith('2'))).toEqual([]);
  });

  it.concurrent.each(COLUMNS.map(({ title }) => title))('answer %s as the table says', async (title) => {
    expect(await surprises(title, people.session(title), 'terms_required')).toEqual([]);
  });

  it('answer alike whatever is to be done first', async () => {
    const resets = await people.mustResetPassword();
    expect(await surprises(PENDING_COLUMN, resets, 'password_reset_required')).toEqual([]);
    const enrols = await people.mustHaveSecondFactor();
    expect(await surprises(PENDING_COLUMN, enrols, 'second_factor_required')).toEqual([]);
  });
});
