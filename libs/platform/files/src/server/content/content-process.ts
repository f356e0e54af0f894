import { open, stat } from 'node:fs/promises';
import type { FileErrorCode } from '../../file-errors.ts';
import { serveParser } from '../parsing/in-process.ts';
import { bytesOfFile } from './byte-source.ts';
import type { LookedAt } from './content-looker.ts';
import { refusalOfContent } from './detect-content.ts';

serveParser<LookedAt, never, FileErrorCode | null>((file) => ({
  next: async () => ({ done: true, value: await lookAt(file) }),
}));

async function lookAt({ path, kind }: LookedAt): Promise<FileErrorCode | null> {
  const { size } = await stat(path);
  const handle = await open(path, 'r');
  try {
    return await refusalOfContent(kind, bytesOfFile(handle, size));
  } finally {
    await handle.close();
  }
}
