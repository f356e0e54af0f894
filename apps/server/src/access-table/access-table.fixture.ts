import type { AccessPolicy } from '@cotejo/http/contracts';
import type { IntentRights } from '@cotejo/audits-domain';
import type { CallRoute } from '@cotejo/http/server';
import type { ClientFrame } from '@cotejo/rooms/protocol';
import { ATTACHMENT_UPLOADS, attachmentUploadPolicy } from '@cotejo/worksheets-contracts';
import { format, resolveConfig } from 'prettier';
import en from '../i18n/en.json' with { type: 'json' };
import type { WaysIn } from '../start-server.ts';
import { cellOf, COLUMNS, policyOf, type Cell } from './columns.fixture.ts';

export interface RouteRow {
  readonly route: CallRoute;
  readonly cells: readonly Cell[];
}

export const cellsOf = (policy: AccessPolicy): Cell[] => COLUMNS.map((column) => cellOf(policy, column));

/** A call's display name: method and path. */
export const nameOf = ({ method, path }: CallRoute): string => `${method} ${path === '/' ? '' : path}/`;

export const routeRow = (route: CallRoute): RouteRow => ({ route, cells: cellsOf(route.call.policy) });

type Line = readonly string[];

/** Frames that any member of a room may send. Each intent additionally requires its own rights. */
const FRAMES: Readonly<Record<ClientFrame['t'], string>> = {
  hello: '`hello` (which document it has)',
  intent: '`intent` (the tables below)',
  confirm: '`confirm` (which answers it has stored)',
  rest: '`rest` (they stopped writing for now)',
};

/** Renders the expected content of `docs/access-table.md`. */
export async function renderAccessTable({ callRoutes, topics, hosts, intents }: WaysIn): Promise<string> {
  const text = [
    INTRODUCTION,
    '## Calls',
    ...byArea(callRoutes).flatMap(([area, ofArea]) => [
      `### ${area}`,
      table(['Call', 'Asks', 'Reach'], ofArea.map(lineOfRoute)),
    ]),
    '### Uploads',
    UPLOADS,
    table(['Call', 'Asks'], [[code(`${ATTACHMENT_UPLOADS}/`), ...asked(attachmentUploadPolicy.permission)]]),
    '## Feeds',
    FEEDS,
    table(
      ['Topic', 'Asks'],
      sortedBy(topics, ({ name }) => name).map(({ name, permission }) => [code(name), ...asked(permission)]),
    ),
    '## Rooms',
    ROOMS,
    table(
      ['Room', 'Asks'],
      sortedBy(hosts, ({ kind }) => kind).map(({ kind, permission }) => [
        code(`/rooms/${kind}/:id`),
        ...asked(permission),
      ]),
    ),
    `Whoever is in sends ${Object.values(FRAMES).join(', ')}, their presence, and asks for the document. Nobody ` +
      'writes that of an audit: a change of it closes the connection. Changes of the texts of a worksheet are judged one ' +
      'by one, like values of its fields (`set_values`).',
    '## Intents of a room',
    INTENTS,
    intentTable(intents, ({ byServer = false }) => !byServer),
    '## Intents of the server',
    SERVER_INTENTS,
    intentTable(intents, ({ byServer = false }) => byServer),
  ].join('\n\n');
  return format(text, { ...(await resolveConfig(import.meta.filename)), parser: 'markdown' });
}

const INTRODUCTION = `# Who may do what

Every way into the product and whom it lets in. **This page is generated**: the started server is asked for what its
calls, feeds, rooms and intents declare, and the policy (\`libs/access/domain/src/evaluate.ts\`,
\`libs/access/domain/src/pass-policy.ts\`) is asked about each of them for each kind of person. A test compares it, and
asks every call, feed and room as each of these people: \`apps/server/src/access-table/access-table.db.test.ts\`. After a
change of what is declared, \`WRITE_TABLE=1\` before that test writes the page anew.

- **yes**: lets them in. What is asked for must still be there, be of their account, and be free to change.
- **asks**: lets them in to ask for a change of a plan, for they may hold one of the rights named, by their role or as
  some team lends it. What it comes to is an intent, and the tables at the end of this page say whether it is granted.
- **created**, **assigned**, **own projects**, **own people**: lets them in for things that are theirs in that way.
- **–**: does not: \`not_authenticated\` (401) to nobody known, \`access_not_authorized\` (403) to the others, and to
  whoever has something to do first what that is (\`terms_required\`, \`password_reset_required\`,
  \`second_factor_required\`).

The people: ADMIN, PM (manager), SR (leader), JR (auditor), OWNER (the audited) and GUEST with the permissions that a
role has until an account changes them (those of ADMIN it cannot change; a superuser is one); **product** is a JR of
group 2 or 3, who administers the product; **pending** is an ADMIN with something to do first. In an audit a place in
the team lends the rights of the role of that name, and whoever has none reads as a guest does
(\`libs/audits/domain/src/access/audit-access.ts\`).

**Reach** is what the ids of a call are looked for in: nothing (\`none\`), whoever asks (\`self\`), their account, or the
whole installation (\`product\`). An id from beyond it is answered like one that does not exist. Outside of these calls
there are the pages, their description at \`/docs\`, and \`/metrics\` for the machine itself or who knows its token.`;

const UPLOADS =
  'Files of worksheets and records are uploaded in chunks (tus 1.0.0: `OPTIONS`, `POST`; then `HEAD`, `PATCH` and ' +
  '`DELETE` of an own upload, which is answered with 404 to other users). For a worksheet, the rules of the audit ' +
  'decide whether the user may attach the file: before the first byte, with each chunk, and at the end. For a field ' +
  'of a record, the right to add or edit such records is checked as often; the act that names the file checks the ' +
  'right to that record.';

const FEEDS =
  'Over `/live` (socket.io), with a ticket. The topic then judges the very thing: the account, the person or the audit ' +
  'that its key names.';

const ROOMS =
  'Over a socket, with a ticket. The room then judges the very audit, again whenever rights change, and says whether it ' +
  'is open for reading or for editing.';

const INTENTS =
  'What changes an audit, over its room or a call. Each is judged by the rules where all of them are in one order; rows ' +
  'are what they ask of somebody who has the place in the team that their role is named after. Where an intent has ' +
  'several rows, which of them is asked depends on the kind of item or on the status that it comes to; “and” is asked ' +
  'besides in some cases. Rights to findings of ICCE audits are lent by the place `icce` in the team.';

const SERVER_INTENTS =
  'No room takes these from anybody. The server puts the first ones in the name of whoever imports or copies, whose ' +
  'rights are asked, and the others as upkeep by itself.';

const code = (text: string): string => `\`${text}\``;
const textsOf = (cells: readonly Cell[]): string[] => cells.map(({ text }) => text);
const asked = (permission: string | null): Line => [
  permission === null ? 'being signed in' : code(permission),
  ...textsOf(cellsOf(policyOf(permission))),
];

function lineOfRoute(route: CallRoute): Line {
  const texts = textsOf(routeRow(route).cells);
  const judged = leadsToIntent(route) ? texts.map((text) => (text === 'yes' ? 'asks' : text)) : texts;
  return [code(nameOf(route)), asksOf(route.call), route.call.reach, ...judged];
}

/** Whether the call submits an intent, which the rules of the plan judge. */
export const leadsToIntent = ({ call: { policy } }: CallRoute): boolean =>
  policy.kind === 'requires' && policy.andOneOf !== undefined;

function asksOf({ policy }: CallRoute['call']): string {
  if (policy.kind === 'public') return 'nothing';
  const what = policy.kind === 'requires' ? keysOf(policy) : 'being signed in';
  return policy.whilePending === true ? `${what}, also while pending` : what;
}

function keysOf({ permission, andOneOf }: Extract<AccessPolicy, { kind: 'requires' }>): string {
  return andOneOf === undefined ? code(permission) : `${code(permission)} and one of ${alike(andOneOf)}`;
}

/** Areas in the server's order; the calls of each sorted by path. */
function byArea(routes: readonly CallRoute[]): [string, CallRoute[]][] {
  const titles = en.groups as Readonly<Record<string, string>>;
  const areas = new Map<string, CallRoute[]>();
  for (const route of routes) {
    const title = titles[route.controller] ?? route.controller;
    areas.set(title, [...(areas.get(title) ?? []), route]);
  }
  return [...areas].map(([title, ofArea]) => [
    title,
    sortedBy(ofArea, ({ path, method }) => `${path} ${method}`),
  ]);
}

/** Rows of intents; keys with equal grants share a row. */
function intentTable(
  intents: ReadonlyMap<string, IntentRights>,
  isShown: (rights: IntentRights) => boolean,
): string {
  const lines = sortedBy([...intents], ([kind]) => kind)
    .filter(([, rights]) => isShown(rights))
    .flatMap(([kind, { asks, also = [], ofParts = false }]): Line[] => [
      ...(ofParts ? [[code(kind), 'what each of its parts asks', ...COLUMNS.map(() => '')]] : []),
      ...grouped(asks).map(([keys, cells]) => [code(kind), keys, ...cells]),
      ...grouped(also).map(([keys, cells]) => [code(kind), `and ${keys}`, ...cells]),
    ]);
  return table(['Intent', 'Asks'], lines);
}

function grouped(keys: readonly string[]): [string, string[]][] {
  const groups = new Map<string, { readonly keys: string[]; readonly cells: string[] }>();
  for (const key of keys) {
    const cells = textsOf(cellsOf(policyOf(key)));
    const group = groups.get(cells.join()) ?? { keys: [], cells };
    group.keys.push(key);
    groups.set(cells.join(), group);
  }
  return [...groups.values()].map((group) => [alike(group.keys), group.cells]);
}

/** Shortens keys to patterns such as `plan.{risk,step}__add`. */
function alike(keys: readonly string[]): string {
  const endings = new Map<string, string[]>();
  for (const key of keys) {
    const [, module = '', kind = '', action = ''] = /^([^.]+)\.(.+?)(__(?:add|delete))?$/.exec(key) ?? [];
    const pattern = action === '' ? key : `${module}.*${action}`;
    endings.set(pattern, [...(endings.get(pattern) ?? []), kind]);
  }
  return [...endings]
    .map(([pattern, kinds]) =>
      code(pattern.replace('*', kinds.length > 1 ? `{${kinds.join()}}` : String(kinds[0]))),
    )
    .join(' ');
}

function table(heads: readonly string[], lines: readonly Line[]): string {
  const all = [...heads, ...COLUMNS.map(({ title }) => title)];
  return [all, all.map((_, at) => (at < heads.length ? '---' : ':-:')), ...lines]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');
}

function sortedBy<T>(list: readonly T[], name: (one: T) => string): T[] {
  return [...list].sort((a, b) => (name(a) < name(b) ? -1 : 1));
}
