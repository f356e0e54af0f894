import { bytesOfBuffer, refusalOfContent } from '@cotejo/files/server';
import { describe, expect, it } from 'vitest';
import { barsPng, pdf, xlsx } from './demo-files.ts';

describe('files of the demo', () => {
  it.each([
    ['pdf', pdf('a.pdf', ['Año (1)'])],
    ['png', barsPng('a.png', [1, 2, 3])],
    ['xlsx', xlsx('a.xlsx', [['Uno & dos', 3]])],
  ] as const)('%s: is what it says, and the same each time', async (kind, { content }) => {
    expect(await refusalOfContent(kind, bytesOfBuffer(content))).toBeNull();
    expect(content.length).toBeLessThan(10_000);
  });
});
