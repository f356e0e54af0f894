import { describe, expect, it } from 'vitest';
import { readWithProgress } from './read-with-progress.ts';

const answer = (headers: Record<string, string>, parts: readonly string[]) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(stream) {
        for (const part of parts) stream.enqueue(new TextEncoder().encode(part));
        stream.close();
      },
    }),
    { headers },
  );

describe('an answer that is read with progress', () => {
  it.each([
    ['says how much there is', { 'content-length': '5' }, 5],
    ['does not say', {}, null],
    ['says it of what is packed', { 'content-length': '3', 'content-encoding': 'gzip' }, null],
  ])('is whole, and tells each part, where the server %s', async (_, headers, total) => {
    const told: unknown[] = [];
    const bytes = await readWithProgress(answer(headers, ['dat', 'os']), (...progress) =>
      told.push(progress),
    );
    expect(new TextDecoder().decode(bytes)).toBe('datos');
    expect(told).toEqual([
      [3, total],
      [5, total],
    ]);
  });

  it('may be empty', async () => {
    expect(await readWithProgress(new Response(null), () => undefined)).toHaveLength(0);
  });
});
