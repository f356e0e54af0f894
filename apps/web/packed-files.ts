import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|svg)$/;
/** Bytes from which compression is worthwhile. */
const PACKED_FROM = 1_024;

/** Two percent larger than the maximum level, in half of its time. */
const BROTLI_QUALITY = 10;

const WAYS = [
  {
    ending: '.br',
    pack: (content: Buffer) =>
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
  },
  { ending: '.gz', pack: (content: Buffer) => promisify(gzip)(content, { level: 9 }) },
];

/** Writes compressed copies beside each immutable text file, for the server to send as they are. */
export function packedFiles(): Plugin {
  return {
    name: 'packed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => name.startsWith('assets/') && TEXT.test(name));
      await Promise.all(
        names.map(async (name) => {
          const path = join(dir, name);
          const content = await readFile(path);
          if (content.length < PACKED_FROM) return;
          for (const { ending, pack } of WAYS) await writeFile(path + ending, await pack(content));
        }),
      );
    },
  };
}
