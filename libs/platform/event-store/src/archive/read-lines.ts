import { ArchiveError } from './archive-error.ts';

/** Longest line of an export, in bytes: the limit of an append, plus room for the envelope. */
export const MAX_LINE_BYTES = 4 * 1_048_576;

const LINE_END = 0x0a;

export interface ReadLinesOptions {
  /** Ignores a last line without line end; by default such a file is refused as `cut_off`. */
  readonly dropCut?: boolean;
}

/**
 * Splits a stream of bytes into lines of UTF-8, yielded without their ends. Holds at most one line and one chunk.
 * @throws ArchiveError `line_too_long`, `not_utf8`, or `cut_off` when the last line has no end
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadLinesOptions = {},
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let parts: Uint8Array[] = [];
  let length = 0;
  let line = 0;
  const take = (last: Uint8Array): string => {
    const bytes = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    parts = [];
    length = 0;
    try {
      return decoder.decode(bytes);
    } catch (cause) {
      throw new ArchiveError('not_utf8', { line, cause });
    }
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, start)) {
      line++;
      if (length + end - start > MAX_LINE_BYTES) throw new ArchiveError('line_too_long', { line });
      yield take(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start === chunk.length) continue;
    parts.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > MAX_LINE_BYTES) throw new ArchiveError('line_too_long', { line: line + 1 });
  }
  if (length > 0 && options.dropCut !== true) throw new ArchiveError('cut_off', { line: line + 1 });
}
