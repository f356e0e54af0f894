import { describe, expect, it } from 'vitest';
import { linesOf } from './lines.ts';

async function lines(pieces: readonly string[], longest?: number): Promise<string[]> {
  const source = (async function* () {
    for (const piece of pieces) yield Buffer.from(piece);
  })();
  const found: string[] = [];
  for await (const line of linesOf(source, longest)) found.push(line.toString());
  return found;
}

describe('the lines of a part', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['whole in a piece', ['a\nbc\n'], ['a', 'bc']],
    ['cut anywhere', ['a', '\nb', 'c', '\n'], ['a', 'bc']],
    ['without a last end', ['a\nb'], ['a', 'b']],
    ['empty', ['\n\n'], ['', '']],
  ])('%s', async (_, pieces, expected) => {
    expect(await lines(pieces)).toEqual(expected);
  });

  it('are as long as may be, and a longer one is given up before it fills the memory', async () => {
    expect(await lines(['1234', '56\n', '123456\n'], 6)).toEqual(['123456', '123456']);
    const refused = { code: 'inconsistent' };
    await expect(lines(['1234567\n'], 6)).rejects.toMatchObject(refused);
    let given = 0;
    const endless = (async function* () {
      for (; ; given++) yield Buffer.from('xxx');
    })();
    const reading = linesOf(endless, 6);
    await expect(reading.next()).rejects.toMatchObject(refused);
    expect(given).toBe(2);
  });
});
