import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { durationText } from './duration-text.ts';
import { readFault } from './read-fault.ts';

describe('a fault in one line', () => {
  it('is the text, when it has one line', () => {
    expect(readFault('no room left')).toEqual({ summary: 'no room left', details: null });
  });

  it('is the first line of a stack', () => {
    const text = 'Error: duplicate key\n    at apply (x.ts:1:2)';
    expect(readFault(text)).toEqual({ summary: 'Error: duplicate key', details: text });
  });

  it('names the field of an event of the wrong shape', () => {
    const { error } = z.object({ data: z.object({ name: z.string() }) }).safeParse({ data: {} });
    const text = `${error?.stack ?? ''}\n    at apply (x.ts:1:2)`;
    const { summary, details } = readFault(text);
    expect(summary).toMatch(/^data\.name: Invalid input/);
    expect(details).toBe(text);
  });

  it('is the first line where the list was cut off', () => {
    expect(readFault('ZodError: [\n  {\n    "expe').summary).toBe('ZodError: [');
  });
});

describe('a duration', () => {
  it.each([
    [0.4, '0 s'],
    [59.9, '59 s'],
    [60, '1 min'],
    [7_300, '2 h'],
    [200_000, '2 d'],
  ])('%d s reads %s', (seconds, text) => {
    expect(durationText(seconds, 'es').replace('\u00a0', ' ')).toBe(text);
  });
});
