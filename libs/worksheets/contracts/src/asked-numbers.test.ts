import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { attachmentCalls } from './attachment-calls.ts';
import { textCalls } from './text-calls.ts';

const ITEM = {
  model: 'auditoria',
  auditId: '78c55851-ba6d-4bcc-a961-e39b42e5a685',
  itemId: '8f596ebe-7ccc-4dc1-86bd-1a1137186ae3',
};
const takes = (schema: z.ZodType | undefined, told: unknown): boolean | undefined =>
  schema?.safeParse(told).success;
const field = { ...ITEM, campo: 'instruction.8f596ebe-7ccc-4dc1-86bd-1a1137186ae3.text' };
const [PAST_INT, LAST_INT] = ['2147483648', '2147483647'];

describe('what an address says is refused where no table could be asked about it', () => {
  it.each<[string, boolean | undefined, boolean]>([
    ['the last revision', takes(textCalls.revision.params, { ...field, rev: '2147483646' }), true],
    ['a revision beyond', takes(textCalls.revision.params, { ...field, rev: LAST_INT }), false],
    ['older than the last', takes(textCalls.revisions.query, { antes: LAST_INT }), true],
    ['older than beyond it', takes(textCalls.revisions.query, { antes: PAST_INT }), false],
    ['a field', takes(textCalls.revisions.params, field), true],
    ['a field with a NUL', takes(textCalls.revisions.params, { ...ITEM, campo: 'a\0' }), false],
    ['a field with half a character', takes(textCalls.revisions.params, { ...ITEM, campo: '\ud800' }), false],
    ['evidence before', takes(attachmentCalls.evidence.query, { antes: LAST_INT }), true],
    ['evidence beyond', takes(attachmentCalls.evidence.query, { antes: PAST_INT }), false],
    ['evidence of a field', takes(attachmentCalls.evidence.query, { campo: 'evidence' }), true],
    ['evidence of a NUL', takes(attachmentCalls.evidence.query, { campo: '\0' }), false],
  ])('%s', (_, isTaken, expected) => {
    expect(isTaken).toBe(expected);
  });
});
