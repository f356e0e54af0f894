import type { ItemType } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { tabOfField } from './tab-of-field.ts';

const ID = '2f0c6f1e-6a8e-4a37-9a1c-0b1f7f0e5a01';

describe('the tab of a field', () => {
  it.each<[ItemType, string, string | undefined]>([
    ['risk', 'description', 'informacion'],
    ['risk', 'v:probability', 'calificacion'],
    // The key is both a text and a value of a finding.
    ['finding', 'impact', 'impacto'],
    ['finding', 'v:impact', 'impacto'],
    ['finding', 'v:lossCurrency', 'impacto'],
    ['finding', 'condition', 'informacion'],
    ['control', 'v:design.purpose.value', 'diseno'],
    ['control', `instruction.${ID}.text`, 'diseno'],
    ['control', 'v:budgetedMinutes', 'horas'],
    ['control_test', `v:instruction.${ID}.option`, 'evidencia'],
    // The first tab belongs to the plan, whatever fields it has.
    ['step', `instruction.${ID}.evidence`, 'informacion'],
    ['step', 'evidence', 'evidencia'],
    ['understanding', `question.${ID}.text`, 'informacion'],
    ['understanding', 'flowchart', 'diagrama'],
    ['inspection_item', 'v:period.3.result', 'periodos'],
    ['risk', 'scope', undefined],
    ['phase', 'description', undefined],
  ])('of %s: %s', (type, field, tab) => {
    expect(tabOfField(type, field)).toBe(tab);
  });
});
