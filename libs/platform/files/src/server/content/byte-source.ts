import type { FileHandle } from 'node:fs/promises';

/** A file with random access. */
export interface ByteSource {
  readonly bytes: number;
  /** Reads a range; shorter at the end of the file. */
  read(start: number, length: number): Promise<Buffer>;
}

export const bytesOfBuffer = (buffer: Buffer): ByteSource => ({
  bytes: buffer.length,
  read: (start, length) => Promise.resolve(buffer.subarray(start, start + length)),
});

export const bytesOfFile = (handle: FileHandle, bytes: number): ByteSource => ({
  bytes,
  async read(start, length) {
    const wanted = Math.max(0, Math.min(length, bytes - start));
    const buffer = Buffer.alloc(wanted);
    let filled = 0;
    while (filled < wanted) {
      const { bytesRead } = await handle.read(buffer, filled, wanted - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  },
});
