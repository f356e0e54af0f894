import { BackupError } from './backup-error.ts';

/**
 * Content inside the encryption: frames of one byte of type, four of length, and their content. `about` comes first,
 * then parts (`begin`, `data`…, `end`), last the `manifest`.
 */
const TYPES = ['about', 'begin', 'data', 'end', 'manifest'] as const;
export type FrameType = (typeof TYPES)[number];

export interface Frame {
  readonly type: FrameType;
  readonly content: Buffer;
}

const HEAD_BYTES = 5;
/** The product never writes a longer frame. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** Content is split into pieces of about this size. */
export const DATA_BYTES = 64 * 1024;

export function encodeFrame(type: FrameType, content: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(TYPES.indexOf(type), 0);
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

/** @throws BackupError `inconsistent` for bytes that are not a frame, or a truncated frame at the end */
export async function* decodeFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame, void> {
  let pieces: Buffer[] = [];
  let held = 0;
  let wanted = HEAD_BYTES;
  for await (const piece of source) {
    pieces.push(piece);
    held += piece.length;
    if (held < wanted) continue;
    let rest = pieces.length === 1 ? piece : Buffer.concat(pieces);
    for (;;) {
      wanted = HEAD_BYTES;
      if (rest.length < wanted) break;
      const type = TYPES[rest.readUInt8(0)];
      const length = rest.readUInt32BE(1);
      if (type === undefined || length > MAX_FRAME_BYTES) throw new BackupError('inconsistent');
      wanted += length;
      if (rest.length < wanted) break;
      yield { type, content: rest.subarray(HEAD_BYTES, wanted) };
      rest = rest.subarray(wanted);
    }
    pieces = rest.length === 0 ? [] : [rest];
    held = rest.length;
  }
  if (held > 0) throw new BackupError('inconsistent');
}
