import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { kernelIntent, type RawIntent } from '@cotejo/audits-contracts';
import { createAuditModel } from '@cotejo/audits-domain';
import {
  attachmentIntent,
  noteIntent,
  restartTexts,
  reviseTexts,
  setStepProgramme,
} from '@cotejo/worksheets-contracts';
import { worksheetSlices } from '@cotejo/worksheets-domain';
import { isFile, wireNameOf } from '@cotejo/record';
import { callsOf } from '@cotejo/record/calls';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { manifests } from '../manifests.ts';
import { fieldsOf } from './fields-of.fixture.ts';

interface Said {
  /** Fields that a browser may send. */
  readonly client: readonly string[];
  /** Fields that only the server sets. */
  readonly server?: readonly string[];
}

/** An intent that browsers may not send. */
const SERVER = (...server: readonly string[]): Said => ({ client: [], server });
const CLIENT = (...client: readonly string[]): Said => ({ client });

const RISK = ['risk', 'risk.factors', 'risk.general', 'risk.objectives', 'risk.specific'];
const COPIED_FROM = ['copiedFrom', 'copiedFrom.audit', 'copiedFrom.item', 'copiedFrom.version'];
const PLACE = ['after', 'before', 'id', 'parent'];
const STRETCH = ['endDate', 'isRemoved', 'name', 'position', 'startDate', 'stretch'];
const FILE = ['file', 'file.bytes', 'file.mime', 'file.sha256'];
const SEAL = (path: string) => [path, `${path}.hash`, `${path}.length`, `${path}.ref`];
const REVISION = ['authors', 'characters', 'covers', 'field', 'images', ...SEAL('text')];

/** Origin of each field of each intent. New fields must be added here; the tests below check the consequences. */
const TABLE: Readonly<Record<string, Said>> = {
  create_item: {
    client: [
      ...PLACE,
      ...RISK,
      ...['assignee', 'code', 'endDate', 'name', 'refParent', 'startDate', 'type'],
      // `audit` must be null: references stay within the audit.
      ...['target', 'target.audit', 'target.item'],
    ],
    server: [...COPIED_FROM, 'origin'],
  },
  copy_item: CLIENT(...PLACE, 'copies', 'name', 'source'),
  rename_item: CLIENT('id', 'name'),
  recode_item: CLIENT('code', 'id'),
  move_item: CLIENT(...PLACE),
  assign_item: CLIENT('assignee', 'id'),
  change_status: CLIENT('from', 'id', 'takeBack', 'to'),
  schedule_item: CLIENT('endDate', 'id', 'startDate'),
  describe_risk: CLIENT('id', ...RISK),
  set_values: { client: ['id', 'values'], server: ['copied'] },
  sign_item: CLIENT('id', 'mark', 'textsAt'),
  withdraw_signature: CLIENT('id', 'mark'),
  delete_item: CLIENT('id', 'shared'),
  restore_item: CLIENT('id', 'withAncestors'),
  purge_item: SERVER('id'),
  compact_document: SERVER(),
  batch: CLIENT('parts', 'parts[].intent', 'parts[].intent.kind', 'parts[].schema'),
  choose_finding_treatment: CLIENT('id', 'treatment'),
  choose_plan_treatment: CLIENT('id', 'treatment'),
  set_member: CLIENT(
    ...['budgetedCost', 'budgetedMinutes', 'endDate', 'handTo', 'isActive', 'leads', 'role', 'startDate'],
    'user',
  ),
  declare_independence: CLIENT('threats'),
  set_sprint: CLIENT(...STRETCH, 'countsForProgress', 'objective', 'scope'),
  set_visit: CLIENT(...STRETCH, 'members'),
  allot_item: CLIENT('id', 'isIn', 'stretch'),
  record_time: CLIENT('day', 'isProductive', 'item', 'minutes', 'note', 'record', 'user'),
  change_time_record: CLIENT('day', 'isProductive', 'item', 'minutes', 'note', 'record'),
  remove_time_record: CLIENT('record'),
  start_operation: SERVER('operation', 'what'),
  finish_operation: SERVER('operation'),
  discard_operation: SERVER('operation'),
  rate_audit: SERVER('rating', 'scale', 'scale[].code', 'scale[].colour', 'scale[].name'),
  conclude_audit: CLIENT('text'),
  sign_conclusion: CLIENT('seen'),
  withdraw_conclusion_signature: CLIENT(),
  delete_audit: CLIENT('reason'),
  restore_audit: CLIENT(),
  purge_audit: SERVER(),
  schedule_audit: CLIENT('endDate', 'startDate'),
  change_audit_status: CLIENT('action', 'reason', 'year'),
  add_note: CLIENT('field', 'id', 'note', 'text'),
  reply_note: CLIENT('entry', 'id', 'note', 'text'),
  answer_note: CLIENT('entry', 'id', 'note', 'text'),
  close_note: CLIENT('entry', 'id', 'note'),
  reopen_note: CLIENT('entry', 'id', 'note', 'reason'),
  set_step_programme: CLIENT('id', 'instructions', 'instructions[].id', 'instructions[].text', 'objective'),
  add_attachment: SERVER('attachment', 'field', 'id', 'name', 'replaces', ...FILE),
  remove_attachment: CLIENT('attachment', 'id'),
  restore_attachment: CLIENT('attachment', 'id'),
  sign_attachment: CLIENT('attachment', 'id', 'mark'),
  copy_attachments: SERVER(
    ...['files', 'id', 'files[].field', 'files[].of', ...SEAL('files[].name')],
    ...FILE.map((path) => `files[].${path}`),
  ),
  revise_texts: SERVER('copied', 'id', 'revisions', ...REVISION.map((path) => `revisions[].${path}`)),
  restart_texts: SERVER('from', 'id', 'operator', 'reason', 'to'),
};

const shapes = [
  ...kernelIntent.options,
  ...noteIntent.options,
  ...attachmentIntent.options,
  setStepProgramme,
  reviseTexts,
  restartTexts,
];
const model = createAuditModel(worksheetSlices);
const kinds = Object.keys(model.intents.reads);
const isServers = (kind: string): boolean => model.rights.get(kind)?.byServer ?? false;

/** Stored sample (golden file) of an intent's newest version. */
function sampleOf(kind: string): RawIntent {
  const file = `${kind}.v${model.intents.newest(kind)}.json`;
  for (const lib of ['audits', 'worksheets']) {
    const url = new URL(`../../../../libs/${lib}/contracts/golden/intents/${file}`, import.meta.url);
    try {
      return JSON.parse(readFileSync(fileURLToPath(url), 'utf8')) as RawIntent;
    } catch {
      continue;
    }
  }
  throw new Error(`no golden of ${kind}`);
}

const readCode = (intent: RawIntent, schemaVersion = model.intents.newest(intent.kind)) => {
  const read = model.readClient({ intent, base: 0, schemaVersion });
  return read.ok ? 'read' : read.rejection.code;
};
const asPart = (intent: RawIntent): RawIntent => ({
  kind: 'batch',
  parts: [{ schema: model.intents.newest(intent.kind), intent }],
});

/** Variants of an object with one more field, one variant for each nested object. */
function* forged(value: unknown, field: string, forgery: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries())
      for (const inner of forged(one, field, forgery)) yield value.with(index, inner);
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, [field]: forgery };
    for (const [key, one] of Object.entries(value)) {
      // Keys of `values` are a separate list, checked by the rules.
      if (key === 'values') continue;
      for (const inner of forged(one, field, forgery)) yield { ...value, [key]: inner };
    }
  }
}

describe('who says it', () => {
  it('is known of every field of every intent', () => {
    expect(Object.keys(TABLE).sort()).toEqual([...kinds].sort());
    const found = Object.fromEntries(shapes.map((shape) => [shape.shape.kind.value, fieldsOf(shape)]));
    const told = Object.entries(TABLE).map(([kind, { client, server = [] }]) => [
      kind,
      [...client, ...server].sort(),
    ]);
    expect(found).toEqual(Object.fromEntries(told));
  });

  it.each(kinds.filter(isServers))('%s is the server’s: no browser’s is read', (kind) => {
    expect(TABLE[kind]?.client).toEqual([]);
    expect([readCode(sampleOf(kind)), readCode(asPart(sampleOf(kind)))]).toEqual(['forbidden', 'forbidden']);
  });

  const clients = kinds.filter((kind) => !isServers(kind) && kind !== 'batch');
  /** Fields set by sealers and rules, and server fields of other intents. */
  const SERVERS: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(
      [
        'texts',
        'afterwards',
        'by',
        'covers',
        'hash',
        'ref',
        'characters',
        'rows',
        'seals',
        'sealed',
        'rev',
      ].map((field) => [field, [1]]),
    ),
    ...{ origin: 'library', copied: true, worksheets: [], images: [], authors: [], file: {}, copiedFrom: {} },
  };

  it.each(clients)('%s is read, and not with anything of the server’s, in whatever version', (kind) => {
    const plain = clientSample(kind);
    expect([readCode(plain), readCode(asPart(plain))]).toEqual(['read', 'read']);
    const read: unknown[] = [];
    for (const [field, forgery] of Object.entries(SERVERS))
      for (const intent of forged(plain, field, forgery) as Iterable<RawIntent>) {
        for (let version = 1; version <= model.intents.newest(kind); version++)
          if (readCode(intent, version) === 'read') read.push([version, intent]);
        if (readCode(asPart(intent)) === 'read') read.push(['part', intent]);
      }
    expect(read).toEqual([]);
  });

  it('a link to another audit is the server’s', () => {
    const [here, there] = [null, '00000000-0000-4000-8000-0000000000aa'].map((audit) =>
      readCode({
        ...clientSample('create_item'),
        target: { audit, item: '00000000-0000-4000-8000-000000000001' },
      }),
    );
    expect([here, there]).toEqual(['read', 'invalid_intent']);
  });

  it('a text is words, never the seal of some', () => {
    const seal = { ref: '00000000-0000-4000-8000-000000000001', hash: 'a'.repeat(64), length: 3 };
    for (const kind of [
      'add_note',
      'reply_note',
      'answer_note',
      'reopen_note',
      'set_step_programme',
      'declare_independence',
    ])
      for (const field of ['text', 'reason', 'objective', 'threats'])
        expect(readCode({ ...clientSample(kind), [field]: seal })).toBe('invalid_intent');
  });
});

it('a file of a record is named by the id of its upload; all else of it is the server’s', () => {
  const named = manifests.flatMap(({ records }) =>
    records.flatMap(({ rules: { record } }) => {
      const { properties = {} } = z.toJSONSchema(callsOf(record).create.body ?? z.never(), {
        io: 'input',
        unrepresentable: 'any',
      });
      const files = Object.entries(record.fields).filter(([, field]) => isFile(field));
      return files.map(([name]) => [record.name, name, properties[wireNameOf(record, name)]]);
    }),
  );
  const id = expect.objectContaining({ type: 'string', format: 'uuid' }) as unknown;
  const oneOrNone = { anyOf: [id, { type: 'null' }] };
  expect(named).toEqual([
    ['task', 'file', oneOrNone],
    ['committee', 'documents', { type: 'array', items: id, maxItems: 50 }],
    ['certificate', 'file', oneOrNone],
  ]);
});

/** The golden sample without its server fields. */
function clientSample(kind: string): RawIntent {
  const { server = [] } = TABLE[kind] ?? {};
  const { target, ...sample } = Object.fromEntries(
    Object.entries(sampleOf(kind)).filter(([field]) => !server.includes(field)),
  ) as RawIntent;
  const isElsewhere =
    typeof target === 'object' && target !== null && 'audit' in target && target.audit !== null;
  return { ...sample, kind, ...(target !== undefined && !isElsewhere && { target }) };
}
