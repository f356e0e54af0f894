import type { ItemType } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { isTextRoot } from './worksheet-texts.ts';

const ID = 'b3f1c2d4-0000-4000-8000-00000000abcd';

describe('the document of a worksheet', () => {
  it.each<[ItemType, string, boolean]>([
    ['step', 'evidence', true],
    ['step', `instruction.${ID}.text`, true],
    ['step', `instruction.${ID}.evidence`, true],
    ['understanding', `question.${ID}.comment`, true],
    ['understanding', 'flow.nodes', true],
    ['step', 'flow.nodes', false],
    ['step', 'cause', false],
    ['step', `instruction.${ID}.other`, false],
    ['step', `question.${ID}.text`, false],
    ['step', 'instruction.1.text', false],
    // A field's pattern is not a field name.
    ['step', 'instruction.*.text', false],
    ['understanding', 'question.*.comment', false],
    ['phase', 'evidence', false],
    ['step', 'constructor', false],
    ['step', '', false],
  ])('of a %s has a root %j: %s', (type, root, has) => {
    expect(isTextRoot(type, root)).toBe(has);
  });
});
