import { BackupError } from './backup-error.ts';

/** Bytes. Far above any row of the product, and a text of twice this size could not be held in memory. */
const LONGEST = 256 * 1024 * 1024;

/**
 * Lines of a stream, without their ends; the last may lack one. Holds at most one line and one piece.
 * @throws BackupError `inconsistent` for a longer line: compressed, even a small file can contain one
 */
export async function* linesOf(source: AsyncIterable<Buffer>, longest = LONGEST): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let length = 0;
  const grown = (by: number): void => {
    length += by;
    if (length > longest) throw new BackupError('inconsistent', { part: 'line' });
  };
  for await (const piece of source) {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      grown(end - from);
      const line = piece.subarray(from, end);
      yield begun.length === 0 ? line : Buffer.concat([...begun, line]);
      begun = [];
      length = 0;
      from = end + 1;
    }
    if (from === piece.length) continue;
    grown(piece.length - from);
    begun.push(piece.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}
