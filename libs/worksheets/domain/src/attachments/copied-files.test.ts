import { copyIntents } from '@cotejo/audits-domain';
import type { AuditId, RecordType } from '@cotejo/audits-contracts';
import { MAX_COPIED_FILES } from '@cotejo/worksheets-contracts';
import { describe, expect, it } from 'vitest';
import { attach, file, GivenWorksheet, instruction, revise, written } from '../given-worksheet.fixture.ts';
import { item, person, seal, type Label } from '../notes/given-notes.fixture.ts';
import { placeKey } from '../step-programme-slice.ts';
import { worksheetSlices } from '../worksheet-slices.ts';
import { copiedFileId, copiedFiles } from './copied-files.ts';

const OTHER = 'aaaaaaaa-0000-4000-8000-000000000009' as AuditId;
const copyOf = (label: Label) => ({
  kind: 'copy_item',
  id: item('gone'),
  source: item(label),
  parent: item('phase'),
  copies: [[item(label), item('gone')]],
});
const ofInstruction = (n: number, name = 'text') => `instruction.${instruction(n)}.${name}`;
const given = (recordType?: RecordType) =>
  new GivenWorksheet(recordType).says('step', { [placeKey(instruction(1))]: 'a0' });
const copied = (audit: GivenWorksheet, label: Label = 'step') =>
  copiedFiles(audit.state, item(label)).map(({ of, field }) => [of, field]);
const showing = (field: string, row: number, ...images: number[]) => ({
  ...written(field, row),
  images: images.map(file),
});

describe('the files that travel with a copy', () => {
  it.each<[string | null, boolean]>([
    ['objective', true],
    [ofInstruction(1), true],
    // Instruction 1 is listed; instruction 2 never existed.
    [ofInstruction(2), false],
    ['evidence', false],
    [ofInstruction(1, 'evidence'), false],
    ['conclusion', false],
    ['budgetedMinutes', false],
    [null, false],
  ])('of a step, in %s: %s', (field, travels) => {
    const audit = given().does(attach('step', 1, { field }));
    expect(copied(audit)).toEqual(travels ? [[file(1), field]] : []);
  });

  it('of the worksheet as a whole are those of a record in which nobody works', () => {
    expect(copied(given('template').does(attach('step', 1)))).toEqual([[file(1), null]]);
    expect(copied(given('icce').does(attach('step', 1)))).toEqual([]);
  });

  it('are the newest of their line, and none that was removed', () => {
    const audit = given()
      .does(attach('step', 1, { field: 'objective' }))
      .does(attach('step', 2, { replaces: file(1) }))
      .does(attach('step', 3, { field: 'objective' }))
      .does({ kind: 'remove_attachment', id: item('step'), attachment: file(3) });
    expect(copied(audit)).toEqual([[file(2), 'objective']]);
  });

  it('are those, too, that texts show which travel: wherever they stand, unless they were removed', () => {
    const audit = given()
      .does(attach('step', 1, { field: 'evidence' }))
      .does(attach('find', 2, { field: 'condition' }))
      .does(attach('find', 3, { field: 'cause' }))
      .does({ kind: 'remove_attachment', id: item('find'), attachment: file(3) })
      .does(attach('step', 4, { field: 'evidence' }))
      .does(revise('step', showing('objective', 1, 1, 2, 3, 9), showing('evidence', 1, 4)));
    expect(copied(audit)).toEqual([
      [file(1), 'objective'],
      [file(2), 'objective'],
    ]);
    audit.does(revise('step', written('objective', 2)));
    expect(copied(audit)).toEqual([]);
  });
});

describe('a copy of a worksheet with files', () => {
  const worked = () => given().does(attach('step', 1, { field: 'objective' }), 'junior');
  const inHere = (audit: GivenWorksheet) => copiedFileId(audit.state, item('gone'), file(1));

  it('in the audit has them with the same bytes and names, by whoever copied, unsigned; nobody has begun', () => {
    const audit = worked().does({
      kind: 'sign_attachment',
      id: item('step'),
      attachment: file(1),
      mark: 'completed',
    });
    const { name, file: stored } = attach('step', 1);
    const attachment = inHere(audit);
    expect(audit.when(copyOf('step'))).toMatchObject([
      { type: 'TreeItemCreated' },
      { type: 'ItemValuesSet' },
      {
        type: 'AttachmentCopied',
        data: { id: item('gone'), attachment, of: file(1), field: 'objective', name, file: stored },
      },
    ]);
    audit.does(copyOf('step'), 'manager');
    expect(audit.statusOf('gone')).toBe('new');
    expect(audit.files('gone')).toEqual([
      {
        ...{ id: attachment, field: 'objective', by: person('manager'), name, file: stored, copyOf: file(1) },
        ...{ replaces: null, revision: 1, removed: false, signatures: [] },
      },
    ]);
  });

  it('goes its own way, and so does the original', () => {
    const audit = worked().does(copyOf('step'));
    audit.does({ kind: 'remove_attachment', id: item('gone'), attachment: inHere(audit) });
    expect(audit.files('step')[0]?.removed).toBe(false);
    expect(audit.statusOf('gone')).toBe('in_progress');
  });

  it('copied on is told by the name that its texts have for it', () => {
    const audit = worked().does(revise('step', showing('objective', 1, 1)));
    audit.does(copyOf('step'));
    expect(copied(audit, 'gone')).toEqual([[file(1), 'objective']]);
    const ids = [inHere(audit), copiedFileId(audit.state, item('other'), file(1))];
    expect(new Set(ids).size).toBe(2);
  });

  it('does not get the same twice, nor more than a worksheet holds', () => {
    const audit = given();
    const files = (from: number) =>
      Array.from({ length: MAX_COPIED_FILES }, (_, n) => {
        const { name, file: stored } = attach('step', 1);
        return { of: file(from + n), field: 'objective', name, file: stored };
      });
    const bring = (from: number) => ({ kind: 'copy_attachments', id: item('step'), files: files(from) });
    audit.does(bring(0));
    expect(audit.when(bring(0))).toEqual([]);
    for (const from of [200, 400, 600, 800]) audit.does(bring(from));
    expect(audit.when(bring(1_000))).toBe('too_many_attachments');
    expect(copyIntents(audit.state, OTHER, item('step'), elsewhere)).toHaveLength(2 + 5);
  });

  const elsewhere = {
    recordType: 'audit_plan' as const,
    parent: null,
    idFor: () => item('gone'),
    slices: worksheetSlices,
  };

  it('in another audit asks for them after its texts', () => {
    const audit = worked().does(revise('step', written('objective', 0)));
    expect(copyIntents(audit.state, OTHER, item('step'), elsewhere)).toMatchObject([
      { kind: 'create_item' },
      { kind: 'set_values' },
      { kind: 'revise_texts' },
      { kind: 'copy_attachments', id: item('gone'), files: [{ of: file(1), name: seal(1) }] },
    ]);
  });

  it('is refused where its type has no such field', () => {
    const files = copiedFiles(worked().state, item('step'));
    expect(given().when({ kind: 'copy_attachments', id: item('risk'), files })).toBe('no_attachments_here');
  });
});
