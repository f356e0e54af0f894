import { AuditState } from '@cotejo/audits-domain';
import { MAX_ATTACHMENTS } from '@cotejo/worksheets-contracts';
import { describe, expect, it } from 'vitest';
import { attach, file, GivenWorksheet, instruction } from '../given-worksheet.fixture.ts';
import { item, person, seal, type Label, type PersonName } from '../notes/given-notes.fixture.ts';
import { livingAttachments } from './attachments-state.ts';

const given = () => new GivenWorksheet();
const remove = (n: number, label: Label = 'step') => ({
  kind: 'remove_attachment',
  id: item(label),
  attachment: file(n),
});
const restore = (n: number) => ({ ...remove(n), kind: 'restore_attachment' });
const sign = (n: number, mark = 'completed') => ({ ...remove(n), kind: 'sign_attachment', mark });
const withFile = () => given().does(attach('step', 1), 'junior');
const standing = (audit: GivenWorksheet) => livingAttachments(audit.state, item('step')).map(({ id }) => id);

describe('a file', () => {
  it('is attached with what was found in it, and begins the work', () => {
    const { kind: _, ...added } = attach('step', 1);
    expect(given().when(attach('step', 1), { by: 'junior' })).toEqual([
      { type: 'AttachmentAdded', data: { ...added, revision: 1 } },
      { type: 'ItemStatusChanged', data: { id: item('step'), from: 'new', to: 'in_progress' } },
    ]);
  });

  it.each<[Label, string | null, boolean]>([
    ['step', null, true],
    ['step', 'evidence', true],
    ['test', `instruction.${instruction(1)}.evidence`, true],
    ['test', 'execution', true],
    ['find', 'cause', true],
    ['step', 'cause', false],
    ['test', 'instruction.x.evidence', false],
    ['phase', null, false],
    ['link', null, false],
  ])('on a %s, in %s: %s', (label, field, allowed) => {
    const outcome = given().when(attach(label, 1, { field }));
    expect(outcome).toEqual(allowed ? expect.any(Array) : 'no_attachments_here');
  });

  it('of a reference goes to what it stands for', () => {
    expect(given().when(attach('ref', 1))).toMatchObject([
      { data: { id: item('ctrl') } },
      { data: { id: item('ctrl') } },
    ]);
  });

  it('is replaced by a newer version, in the same field', () => {
    const audit = given().does(attach('step', 1, { field: 'evidence' }), 'junior');
    audit.does(attach('step', 2, { replaces: file(1), field: 'objective' }), 'peer');
    expect(audit.files('step')[1]).toMatchObject({ field: 'evidence', revision: 2, replaces: file(1) });
    expect(standing(audit)).toEqual([file(2)]);
    expect(audit.when(attach('step', 3, { replaces: file(1) }))).toBe('attachment_replaced');
    expect(audit.when(remove(1))).toBe('attachment_replaced');
    // Removing the newest version makes the previous one current; two current versions are refused.
    expect(standing(audit.does(remove(2)))).toEqual([file(1)]);
    audit.does(attach('step', 3, { replaces: file(1) }));
    expect(audit.when(restore(2))).toBe('attachment_replaced');
  });

  it('is removed and comes back', () => {
    const audit = withFile();
    expect(audit.when(restore(1))).toBe('attachment_not_removed');
    expect(standing(audit.does(remove(1)))).toEqual([]);
    for (const [intent, code] of [
      [remove(1), 'attachment_removed'],
      [sign(1), 'attachment_removed'],
      [attach('step', 2, { replaces: file(1) }), 'attachment_removed'],
      [attach('step', 1), 'duplicate_id'],
    ] as const)
      expect(audit.when(intent)).toBe(code);
    expect(standing(audit.does(restore(1)))).toEqual([file(1)]);
  });

  it('voids what was signed when it comes, goes and comes back; a signature names it', () => {
    const signed = () =>
      withFile().does({ kind: 'sign_item', id: item('step'), mark: 'completed', textsAt: null }, 'junior');
    for (const intent of [attach('step', 2), remove(1)])
      expect(signed().when(intent, { by: 'peer' })).toMatchObject([
        {},
        { type: 'ItemStatusChanged', data: { to: 'in_progress' } },
        { type: 'SignaturesVoided', data: { because: 'edited', voided: [{ by: person('junior') }] } },
      ]);
    const audit = withFile().does(remove(1));
    audit.does({ kind: 'sign_item', id: item('step'), mark: 'completed', textsAt: null }, 'junior');
    expect(audit.does(restore(1)).marks('step')).toEqual([]);
    const texts = [{ field: `attachment.${file(1)}`, rev: 1, hash: '1'.repeat(64) }];
    expect(
      withFile().when({ kind: 'sign_item', id: item('step'), mark: 'completed', textsAt: null }),
    ).toMatchObject([{}, { type: 'ItemSigned', data: { texts } }]);
  });

  it.each<[string, (audit: GivenWorksheet) => unknown, string]>([
    ['to what is not there', (audit) => audit.when(attach('gone', 1)), 'item_not_found'],
    [
      'to a deleted item',
      (audit) => audit.happened('TreeItemDeleted', { id: item('step'), items: 1 }).when(attach('step', 1)),
      'item_deleted',
    ],
    [
      'with a name that nobody sealed',
      (audit) => audit.when(attach('step', 1, { name: 'a.pdf' })),
      'not_sealed',
    ],
    [
      'that is empty',
      (audit) => audit.when(attach('step', 1, { file: { sha256: '1'.repeat(64), bytes: 0, mime: 'a/b' } })),
      'invalid_intent',
    ],
    [
      'as a version of none',
      (audit) => audit.when(attach('step', 1, { replaces: file(9) })),
      'attachment_not_found',
    ],
    ['by a guest', (audit) => audit.when(attach('step', 1), { by: 'guest' }), 'forbidden'],
    [
      'to a closed audit',
      (audit) =>
        audit
          .happened('AuditStatusChanged', { from: 'in_progress', to: 'closed', closedOn: '2026-04-01' })
          .when(attach('find', 1), { by: 'admin' }),
      'audit_closed',
    ],
  ])('is not attached %s', (_, act, code) => {
    expect(act(given())).toBe(code);
  });

  it('of a finding of an ICCE audit is of whoever has that role', () => {
    expect(new GivenWorksheet('icce').when(attach('find', 1), { by: 'leader' })).toBe('icce_role_required');
  });

  it('is one of so many', () => {
    const audit = given();
    const { kind: _, ...added } = attach('step', 1);
    for (let n = 1; n <= MAX_ATTACHMENTS; n++)
      audit.happened('AttachmentAdded', { ...added, attachment: file(n), revision: 1 });
    expect(audit.when(attach('step', MAX_ATTACHMENTS + 1))).toBe('too_many_attachments');
  });
});

describe('a signed file', () => {
  it('says who signed what, and is not removed', () => {
    const audit = withFile();
    expect(audit.when(sign(1), { by: 'peer' })).toEqual([
      {
        type: 'AttachmentSigned',
        data: { id: item('step'), attachment: file(1), mark: 'completed', sha256: '1'.repeat(64) },
      },
    ]);
    expect(audit.does(sign(1), 'peer').when(remove(1), { by: 'admin' })).toBe('attachment_signed');
    expect(audit.files('step')[0]?.signatures).toEqual([{ mark: 'completed', by: person('peer') }]);
    expect(standing(audit.does(attach('step', 2, { replaces: file(1) })))).toEqual([file(2)]);
    expect(audit.when(sign(1), { by: 'leader' })).toBe('attachment_replaced');
  });

  it.each<[string, string, PersonName, string | null]>([
    ['completed', 'by who attached it', 'junior', null],
    ['completed', 'by another', 'leader', null],
    ['completed', 'by who did', 'peer', 'already_signed'],
    ['reviewed', 'by who attached it', 'junior', 'forbidden'],
    ['reviewed', 'by a leader', 'leader', null],
    ['reviewed', 'by who completed it', 'manager', 'reviewer_is_preparer'],
    ['completed', 'by a guest', 'guest', 'forbidden'],
  ])('%s %s', (mark, _, by, refused) => {
    const audit = withFile().does(sign(1), 'peer').does(sign(1), 'manager');
    const outcome = audit.when(sign(1, mark), { by });
    expect(outcome).toEqual(refused ?? [expect.objectContaining({ type: 'AttachmentSigned' })]);
  });

  it('is not reviewed by whoever attached it', () => {
    const audit = given().does(attach('step', 1), 'leader');
    expect(audit.when(sign(1, 'reviewed'), { by: 'leader' })).toBe('reviewer_is_preparer');
  });

  it('leaves the status of its item and the marks under it as they are', () => {
    const audit = withFile().status('step', 'completed');
    expect(audit.does(sign(1), 'leader').statusOf('step')).toBe('completed');
    expect(audit.marks('step')).toEqual(['completed']);
  });
});

describe('the state of attachments', () => {
  it('forgets items that left the plan for good, and comes back from a snapshot', () => {
    const audit = withFile()
      .does(sign(1), 'leader')
      .does(attach('find', 2, { name: seal(4) }));
    const thawed = AuditState.thaw(
      JSON.parse(JSON.stringify(audit.state.freeze(audit.model.slices))),
      audit.model.slices,
    );
    const all = (state: AuditState) => [...(state.slice('attachments') as Iterable<unknown>)];
    expect(all(thawed)).toEqual(all(audit.state));
    audit.happened('TreeItemDeleted', { id: item('risk'), items: 3 });
    expect(audit.files('find')).toHaveLength(1);
    audit.happened('TreeItemPurged', { id: item('risk'), items: 3 });
    expect([audit.files('find').length, audit.files('step').length]).toEqual([0, 1]);
  });

  it('in a browser is nobody’s: what is asked goes to the server', () => {
    for (const intent of [attach('step', 1, { name: 'a.pdf' }), remove(1), restore(1), sign(1)])
      expect(given().when(intent, { mode: 'optimistic' })).toEqual([]);
  });
});
