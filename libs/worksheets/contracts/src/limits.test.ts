import { describe, expect, it } from 'vitest';
import { attachmentIntent, MAX_FILE_NAME_LENGTH } from './attachments.ts';
import { countable, MAX_INTEGER, MAX_TEXT_LENGTH, plainText } from './sealed-text.ts';

const ID = '00000007-0000-4000-8000-000000000001';
const added = (characters: number) => ({
  kind: 'add_attachment',
  id: ID,
  attachment: ID,
  field: null,
  name: 'x'.repeat(characters),
  file: { sha256: '0'.repeat(64), bytes: 1, mime: 'application/pdf' },
  replaces: null,
});

describe('limits of worksheets', () => {
  it.each<[string, (size: number) => boolean, number]>([
    ['a text of a programme', (size) => plainText.safeParse('x'.repeat(size)).success, MAX_TEXT_LENGTH],
    ['the name of a file', (size) => attachmentIntent.safeParse(added(size)).success, MAX_FILE_NAME_LENGTH],
  ])('%s is taken as long as it may be, and no longer', (_, isTaken, most) => {
    expect([isTaken(most), isTaken(most + 1)]).toEqual([true, false]);
  });

  it('a count is no larger than a column of a read model holds', () => {
    expect([MAX_INTEGER, MAX_INTEGER + 1].map((count) => countable.safeParse(count).success)).toEqual([
      true,
      false,
    ]);
  });
});
