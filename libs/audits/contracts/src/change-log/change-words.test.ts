import { createI18n } from '@cotejo/i18n';
import { describe, expect, it } from 'vitest';
import type { ChangeRow } from '../feeds.ts';
import { auditsContractsTranslations } from '../translations.ts';
import { valuesDetail } from './changed-values.ts';
import { changeSentence, valuesInWords, type ChangeSpeech } from './change-words.ts';

const i18n = createI18n({ resources: [auditsContractsTranslations] });
const speech: ChangeSpeech = {
  text: (key, words) => i18n.t(key, { ...words }),
  namespaceOf: () => 'audits-contracts',
  format: { number: String, date: String, hours: String },
  nothing: 'nada',
};
type Values = Record<string, string | number | null>;
const change = (type: string, values: Values, from: Values = {}): ChangeRow => ({
  version: 7,
  at: '2026-11-12T15:00:00.000Z',
  actor: { id: 'laura', name: 'Laura Pineda', sigla: 'LP' },
  type: 'ItemValuesSet',
  item: { id: 'item', type, code: null, name: 'Pagos' },
  detail: valuesDetail({ values, from, overwrote: {} }),
});
const PLACE = 'instruction.2f0c6f1e-6a8e-4a37-9a1c-0b1f7f0e5a01.place';
const OPTION = 'instruction.2f0c6f1e-6a8e-4a37-9a1c-0b1f7f0e5a01.option';

describe('the sentence of a change of values', () => {
  it.each<[string, ChangeRow, string]>([
    ['a step of a scale', change('risk', { impact: 3 }), 'indicó impacto: «3 (Moderado)»'],
    [
      'a new entry of a list',
      change('control_test', { [PLACE]: 'a0' }, { [PLACE]: null }),
      'agregó una entrada a una lista de la hoja de trabajo',
    ],
    [
      'another order of a list',
      change('control_test', { [PLACE]: 'a1' }, { [PLACE]: 'a0' }),
      'cambió el orden de una lista de la hoja de trabajo',
    ],
    [
      'an entry that was removed',
      change('control_test', { [PLACE]: null }, { [PLACE]: 'a0' }),
      'quitó una entrada de una lista de la hoja de trabajo',
    ],
    ['several values', change('risk', { impact: 3, probability: 2 }), 'cambió 2 datos de la hoja de trabajo'],
  ])('of %s', (_, row, sentence) => {
    expect(changeSentence(row, speech)).toBe(sentence);
  });

  it('of a new entry with its value tells the value, not its place', () => {
    const row = change('control_test', { [PLACE]: 'a0', [OPTION]: 'S' });
    expect(changeSentence(row, speech)).toMatch(/^indicó .+: «.+»$/);
    expect(valuesInWords(row, speech)).toHaveLength(1);
  });
});
