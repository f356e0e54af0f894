import { AuditState, comparePlans } from '@cotejo/audits-domain';
import { describe, expect, it } from 'vitest';
import { attach, file, GivenWorksheet, revise, written } from './given-worksheet.fixture.ts';
import { entry, item, note, seal } from './notes/given-notes.fixture.ts';

const given = () =>
  new GivenWorksheet()
    .does(revise('step', written('objective', 0)))
    .does(attach('step', 1), 'junior')
    .noted(1, 'step');
const about = (n: number) => ({ id: item('step'), attachment: file(n) });

/** Items whose worksheets differ between two versions, according to two independent readers. */
function between(happens: (audit: GivenWorksheet) => GivenWorksheet): string[] {
  const audit = given();
  const { slices } = audit.model;
  const before = AuditState.thaw(audit.state.freeze(slices), slices);
  happens(audit);
  return comparePlans(before, audit.state, slices).flatMap((one) =>
    one.kind === 'changed' ? one.contents.map(({ part, names }) => `${part}: ${names.join(' ')}`) : [],
  );
}

describe('what differs in the worksheets of two versions', () => {
  it.each<[string, (audit: GivenWorksheet) => GivenWorksheet, string[]]>([
    ['nothing where nothing happened', (audit) => audit, []],
    [
      'texts that were written or written anew, by their fields',
      (audit) =>
        audit.does(
          revise('step', written('objective', 5, 'peer', 9, seal(9)), written('conclusion', 5, 'peer', 9)),
        ),
      ['texts: conclusion objective'],
    ],
    [
      'no text that says what it said',
      (audit) =>
        audit
          .does(revise('step', written('objective', 5, 'peer', 9, seal(9))))
          .does(revise('step', written('objective', 7, 'peer', 40, seal(1)))),
      [],
    ],
    [
      'a file that came, and with it the one that it replaced',
      (audit) => audit.does(attach('step', 2, { replaces: file(1) }), 'junior'),
      [`attachments: ${file(1)} ${file(2)}`],
    ],
    [
      'a file that was signed',
      (audit) => audit.does({ kind: 'sign_attachment', ...about(1), mark: 'completed' }, 'junior'),
      [`attachments: ${file(1)}`],
    ],
    [
      'no file that was removed and came back',
      (audit) =>
        audit
          .does({ kind: 'remove_attachment', ...about(1) })
          .does({ kind: 'restore_attachment', ...about(1) }),
      [],
    ],
    [
      'notes that came, or went on',
      (audit) =>
        audit
          .noted(2, 'step')
          .does(
            { kind: 'answer_note', id: item('step'), note: note(1), entry: entry(5), text: null },
            'junior',
          ),
      [`notes: ${note(1)} ${note(2)}`],
    ],
    [
      'notes under which somebody said something, and no more',
      (audit) =>
        audit
          .noted(2, 'step')
          .does(
            { kind: 'reply_note', id: item('step'), note: note(1), entry: entry(5), text: seal(5) },
            'junior',
          ),
      [`notes: ${note(1)} ${note(2)}`],
    ],
  ])('is %s', (_, happens, told) => {
    expect(between(happens)).toEqual(told);
  });
});
