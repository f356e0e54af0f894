import type { PermissionKey } from '@cotejo/access-contracts';
import { createAuditModel, type AuditState, type DecisionContext } from '@cotejo/audits-domain';
import { noteIntent, worksheetIntentVocabulary } from '@cotejo/worksheets-contracts';
import { describe, expect, it } from 'vitest';
import { asSealed } from './as-sealed.fixture.ts';
import { attach, file, GivenWorksheet, revise, written } from './given-worksheet.fixture.ts';
import { entry, item, note, person, seal } from './notes/given-notes.fixture.ts';
import { worksheetSlices } from './worksheet-slices.ts';

const model = createAuditModel(worksheetSlices);
const labels = ['ctrl', 'step', 'find'] as const;
/** Notes in each status; on each item a current file and a removed one. */
const states = (['audit_plan', 'icce'] as const).map((recordType) => {
  const given = new GivenWorksheet(recordType)
    .noted(1, 'ctrl', 'open')
    .noted(2, 'risk', 'answered')
    .noted(3, 'step', 'closed');
  for (const [index, label] of labels.entries())
    for (const [n, removed] of [
      [index, false],
      [index + 5, true],
    ] as const) {
      const { kind: _, ...added } = attach(label, n + 1);
      given.happened('AttachmentAdded', { ...added, revision: 1 }, 'peer');
      if (removed) given.happened('AttachmentRemoved', { id: item(label), attachment: file(n + 1) });
    }
  return given.state;
});

interface Intent {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** Every intent on each of the notes, and on an item of each kind. */
const items = [item('ctrl'), item('risk'), item('step'), item('find'), item('ref'), item('link')];
const intents: readonly Intent[] = [
  ...items.map((id) => ({ kind: 'set_step_programme', id, objective: null, instructions: [] })),
  ...items.map((id) => ({ kind: 'add_note', id, note: note(9), text: seal(9) })),
  revise('step', written('objective', 0)),
  { kind: 'restart_texts', id: item('step'), from: 9, to: 3, operator: 'Ana', reason: 'no se abre' },
  ...labels.map((label) => attach(label, 9)),
  ...labels.map((label) => ({
    kind: 'copy_attachments',
    id: item(label),
    files: [{ of: file(9), field: null, name: seal(9), file: attach(label, 9).file }],
  })),
  ...labels.flatMap((label, index) => {
    const [standing, removed] = [file(index + 1), file(index + 6)];
    return [
      { kind: 'remove_attachment', id: item(label), attachment: standing },
      { kind: 'restore_attachment', id: item(label), attachment: removed },
      { kind: 'sign_attachment', id: item(label), attachment: standing, mark: 'completed' },
      { kind: 'sign_attachment', id: item(label), attachment: standing, mark: 'reviewed' },
    ];
  }),
  ...noteIntent.options
    .map(({ shape }) => shape.kind.value)
    .filter((kind) => kind !== 'add_note')
    .flatMap((kind) =>
      [item('ctrl'), item('risk'), item('step')].map((id, index) => {
        const about = { kind, id, note: note(index + 1), entry: entry(9) };
        if (kind === 'close_note') return about;
        return { ...about, ...(kind === 'reopen_note' ? { reason: seal(9) } : { text: seal(9) }) };
      }),
    ),
];

/** Judges an intent of the notes' author or of another user who holds all rights except some. */
function attempt(
  state: AuditState,
  intent: Intent,
  by: 'manager' | 'junior',
  holds: (key: PermissionKey) => boolean,
) {
  const asked = new Set<PermissionKey>();
  const can: DecisionContext['can'] = (key) => {
    asked.add(key);
    return holds(key);
  };
  const context = { now: '2026-03-02T15:00:00.000Z', actor: person(by), mode: 'server', can } as const;
  return {
    decision: model.decide(state, { ...asSealed(intent), base: state.version }, context),
    asked,
    intent,
    by,
    state,
  };
}

const sorted = (keys: Iterable<string>): string[] => [...new Set(keys)].sort();

describe.each(Object.keys(worksheetIntentVocabulary))('%s', (kind) => {
  const tried = intents
    .filter((intent) => intent.kind === kind)
    .flatMap((intent) =>
      states.flatMap((state) =>
        (['manager', 'junior'] as const).map((by) => attempt(state, intent, by, () => true)),
      ),
    );
  const accepted = tried.filter(({ decision }) => decision.ok && decision.events.length > 0);

  it('asks what it says that it asks, and nothing else', () => {
    const { asks, also = [] } = model.rights.get(kind) ?? { asks: [] };
    expect(sorted(tried.flatMap(({ asked }) => [...asked]))).toEqual(sorted([...asks, ...also]));
  });

  it('is refused to whoever may nothing, and to whoever lacks one of the rights that it asked', () => {
    expect(accepted.length).toBeGreaterThan(0);
    const open: unknown[] = [];
    for (const { state, intent, by, asked } of accepted) {
      if (attempt(state, intent, by, () => false).decision.ok) open.push(intent);
      for (const lacking of asked)
        if (attempt(state, intent, by, (key) => key !== lacking).decision.ok) open.push([intent, lacking]);
    }
    expect(open).toEqual([]);
  });
});
