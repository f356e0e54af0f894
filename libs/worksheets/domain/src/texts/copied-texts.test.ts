import { copyIntents } from '@cotejo/audits-domain';
import { itemType, type AuditId } from '@cotejo/audits-contracts';
import { FLOWCHART_FIELD, TEXT_FIELDS } from '@cotejo/worksheets-contracts';
import { describe, expect, it } from 'vitest';
import { GivenWorksheet, instruction, revise, written } from '../given-worksheet.fixture.ts';
import { item, person, seal, type Label } from '../notes/given-notes.fixture.ts';
import { placeKey } from '../step-programme-slice.ts';
import { worksheetSlices } from '../worksheet-slices.ts';
import { isCopiedText } from './copied-texts.ts';

const OTHER = 'aaaaaaaa-0000-4000-8000-000000000009' as AuditId;
const copyOf = (label: Label) => ({
  kind: 'copy_item',
  id: item('gone'),
  source: item(label),
  parent: item('phase'),
  copies: [[item(label), item('gone')]],
});
const place = (n: number) => placeKey(instruction(n));
const ofInstruction = (n: number, name = 'text') => `instruction.${instruction(n)}.${name}`;

/** A step with an objective, evidence, and two instructions, one of them removed. */
const worked = () =>
  new GivenWorksheet()
    .says('step', { [place(1)]: 'a0' })
    .does(
      revise(
        'step',
        written('objective', 3, 'peer'),
        written('evidence', 4),
        written(ofInstruction(1), 5),
        written(ofInstruction(1, 'evidence'), 6),
        written(ofInstruction(2), 7),
      ),
    );

describe('the texts that a copy keeps', () => {
  it.each(
    Object.entries({
      understanding: ['narrative', 'question.*.text', FLOWCHART_FIELD],
      risk: ['description'],
      control: ['description', 'objectives', 'instruction.*.text'],
      control_test: ['objective', 'scope', 'instruction.*.text'],
      step: ['objective', 'instruction.*.text'],
      inspection: ['objective'],
      inspection_item: [],
      finding: ['condition', 'criterion', 'cause', 'effect', 'recommendation', 'impact'],
      action_plan: [],
      evaluation: [],
    }),
  )('of a %s are %j', (name, kept) => {
    const type = itemType.parse(name);
    const fields = [...(TEXT_FIELDS[type] ?? []), FLOWCHART_FIELD];
    expect(fields.filter((field) => isCopiedText(type, field))).toEqual(kept);
  });
});

describe('a copy of a worksheet with texts', () => {
  it('in the audit begins with what was planned, sealed as it was, and nobody has begun it', () => {
    const audit = worked();
    const events = audit.when(copyOf('step'));
    const begun = { id: item('gone'), rev: 1, covers: [0, 0] };
    expect(events).toMatchObject([
      { type: 'TreeItemCreated', data: { id: item('gone'), status: 'new' } },
      { type: 'ItemValuesSet', data: { id: item('gone'), values: { [place(1)]: 'a0' } } },
      {
        type: 'TextRevised',
        data: { ...begun, field: 'objective', text: seal(4), authors: [person('peer')] },
      },
      { type: 'TextRevised', data: { ...begun, field: ofInstruction(1), text: seal(6) } },
    ]);
    expect(events).toHaveLength(4);
    audit.does(copyOf('step'));
    expect(audit.statusOf('gone')).toBe('new');
    expect(Object.keys(audit.texts('gone'))).toEqual(['objective', ofInstruction(1)]);
  });

  it('goes its own way from then on', () => {
    const audit = worked()
      .does(copyOf('step'))
      .does(revise('gone', written('objective', 1)));
    expect(audit.texts('gone')['objective']).toMatchObject({ rev: 2, upTo: 1 });
    expect(audit.texts('step')['objective']).toMatchObject({ rev: 1, upTo: 3 });
    expect(audit.statusOf('gone')).toBe('in_progress');
    // The room revises its initial content again.
    expect(
      worked()
        .does(copyOf('step'))
        .when(revise('gone', written('objective', 0))),
    ).toEqual([]);
  });

  it('has what an import brought as long as nobody revised it, and nothing that was emptied', () => {
    const programme = { objective: seal(11), instructions: [{ id: instruction(1), text: seal(12) }] };
    const imported = () =>
      new GivenWorksheet().happened('StepProgrammeSet', { id: item('step'), ...programme });
    expect(imported().when(copyOf('step'))).toMatchObject([
      { type: 'TreeItemCreated' },
      { type: 'TextRevised', data: { field: 'objective', text: seal(11), characters: seal(11).length } },
      { type: 'TextRevised', data: { field: ofInstruction(1), text: seal(12), authors: [] } },
    ]);
    const emptied = imported().does(revise('step', written('objective', 0)));
    emptied.does(revise('step', written('objective', 1, 'junior', 0, null)));
    expect(emptied.when(copyOf('step'))).toMatchObject([
      { type: 'TreeItemCreated' },
      { type: 'TextRevised', data: { field: ofInstruction(1) } },
    ]);
  });

  it('in a browser is shown without: it knows no texts', () => {
    const events = worked().when(copyOf('step'), { mode: 'optimistic' });
    expect(events).not.toContainEqual(expect.objectContaining({ type: 'TextRevised' }));
  });

  it('in another audit asks for them after its birth', () => {
    const intents = copyIntents(worked().state, OTHER, item('step'), {
      recordType: 'audit_plan',
      parent: null,
      idFor: () => item('gone'),
      slices: worksheetSlices,
    });
    expect(intents).toMatchObject([
      { kind: 'create_item' },
      { kind: 'set_values', copied: true },
      {
        kind: 'revise_texts',
        id: item('gone'),
        copied: true,
        revisions: [{ field: 'objective', text: seal(4) }, { field: ofInstruction(1) }],
      },
    ]);
  });
});
