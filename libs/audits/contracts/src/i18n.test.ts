import { createI18n, type Language } from '@cotejo/i18n';
import { describe, expect, it } from 'vitest';
import { changeVariant } from './change-variant.ts';
import { auditErrors } from './errors.ts';
import { kernelEvent } from './events.ts';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };
import { itemType } from './item-types.ts';
import { VALUE_SHAPES } from './item-values.ts';
import { signatureMark } from './signatures.ts';
import { auditStatus, STATUS_WORDS } from './statuses.ts';
import { teamRole } from './team.ts';
import { valueLabelKey, valueOptions, valueTextKey } from './value-words.ts';

const languages: readonly (readonly [Language, typeof es])[] = [
  ['es', es],
  ['en', en],
];
const textsOf = (language: Language) =>
  createI18n({ language, resources: [{ namespace: 'audits-contracts', es, en }] });

describe.each(languages)('the texts in %s', (language, texts) => {
  it('name every code, type, status and change, and nothing else', () => {
    const sorted = (keys: Iterable<string>) => [...keys].sort();
    expect(sorted(Object.keys(texts.errors))).toEqual(sorted(Object.keys(auditErrors.errors)));
    expect(sorted(Object.keys(texts.itemType))).toEqual(sorted(itemType.options));
    expect(sorted(Object.keys(texts.parentType))).toEqual(sorted(['audit', ...itemType.options]));
    expect(sorted(Object.keys(texts.status))).toEqual(sorted([...STATUS_WORDS]));
    expect(sorted(Object.keys(texts.auditStatus))).toEqual(sorted(auditStatus.options));
    expect(sorted(Object.keys(texts.teamRole))).toEqual(sorted(teamRole.options));
    // Each with a text without variant: a type without it counts as unknown.
    const changes = new Set(Object.keys(texts.change).map((key) => key.split('_')[0]));
    expect(changes).toEqual(new Set(kernelEvent.options.map((option) => option.shape.type.value)));
    expect(Object.keys(texts.change)).toEqual(expect.arrayContaining([...changes]));
  });

  it('name every value of a worksheet and what may be chosen of it', () => {
    const t = textsOf(language).t as (key: string) => string;
    const named = (key: string): boolean => t(key) !== key && t(key) !== key.replace(/^[^:]+:/, '');
    const keys = Object.entries(VALUE_SHAPES).flatMap(([name, shapes]) => {
      const type = itemType.parse(name);
      return Object.keys(shapes).flatMap((key) => {
        const one = key.replace('*', key.startsWith('period') ? '1' : crypto.randomUUID());
        const words = (valueOptions(type, one) ?? []).map((value) => valueTextKey(type, one, value) ?? one);
        return [valueLabelKey(type, one), ...words];
      });
    });
    expect(keys.filter((key) => !named(key))).toEqual([]);
    expect(Object.keys(texts.signatureMark)).toEqual(signatureMark.options);
  });

  it('the words of the parents are those of the types', () => {
    expect(texts.parentType).toMatchObject(texts.itemType);
  });

  it('say the facts of a refusal in words', () => {
    const text = textsOf(language).t('audits-contracts:errors.status_conflict', {
      expected: 'in_progress',
      actual: 'completed',
    });
    expect(text).toContain(texts.status.in_progress);
    expect(text).toContain(texts.status.completed);
    expect(text).not.toContain('$t');
  });
});

describe('the sentences of the change log', () => {
  const renamed = { from: 'A', name: 'B' };
  const none = 'decidió que el hallazgo no requiere plan de acción';
  it.each([
    ['TreeItemRenamed', { ...renamed, overwrote: null }, 'renombró «A» a «B»'],
    [
      'TreeItemRenamed',
      { ...renamed, overwrote: 7 },
      'renombró «A» a «B» sin haber visto el cambio anterior',
    ],
    ['TreeItemRecoded', { from: 'R-1', code: 'R-2' }, 'cambió el código «R-1» por «R-2»'],
    ['TreeItemRecoded', { from: null, code: 'R-1' }, 'puso el código «R-1»'],
    ['TreeItemRecoded', { from: 'R-1', code: null }, 'quitó el código «R-1»'],
    ['TreeItemMoved', { parent: 'b', parentName: 'B', fromParentName: 'A' }, 'movió de «A» a «B»'],
    ['TreeItemMoved', { parent: 'b', parentName: 'B', reordered: true }, 'cambió el orden dentro de «B»'],
    ['TreeItemMoved', { parent: null, reordered: true }, 'cambió el orden en el plan'],
    ['TreeItemAssigned', { assignee: 'u', assigneeName: 'Laura' }, 'asignó a Laura'],
    ['TreeItemAssigned', { assignee: null, fromName: 'Laura' }, 'quitó la asignación a Laura'],
    ['ItemStatusChanged', { from: 'Nuevo', to: 'Asignado' }, 'cambió el estado de «Nuevo» a «Asignado»'],
    [
      'ItemValuesSet',
      { values: 1, field: 'probabilidad', from: 'Bajo', value: 'Alto' },
      'cambió probabilidad de «Bajo» a «Alto»',
    ],
    ['ItemValuesSet', { values: 1, field: 'impacto', from: null, value: 'Alto' }, 'indicó impacto: «Alto»'],
    [
      'ItemValuesSet',
      { values: 1, field: 'impacto', from: 'Alto', value: null },
      'borró impacto (era «Alto»)',
    ],
    ['ItemValuesSet', { values: 3 }, 'cambió 3 datos de la hoja de trabajo'],
    ['ItemSigned', { mark: 'completed' }, 'firmó como completado'],
    [
      'SignaturesVoided',
      { because: 'edited', names: 'Laura' },
      'editó lo firmado: quedó sin efecto la firma de Laura',
    ],
    [
      'SignaturesVoided',
      { because: 'edited', names: 'Laura', author: 'an id', authors: 'Ana, Luis' },
      'recogió lo que escribió Ana, Luis en lo firmado: quedó sin efecto la firma de Laura',
    ],
    ['TreeItemDeleted', { items: 1 }, 'eliminó el elemento'],
    ['TreeItemDeleted', { items: 4 }, 'eliminó el elemento y lo que contenía (4 en total)'],
    ['OperationStarted', { what: 'import' }, 'empezó a importar un catálogo'],
    ['FindingTreatmentChosen', { treatment: 'none' }, none],
    ['FindingTreatmentChosen', { treatment: null }, 'volvió a dejar abierto el tratamiento del hallazgo'],
    [
      'TreeItemCreated',
      { parent: 'p', parentName: 'Compras', itemType: 'Riesgo' },
      'agregó en «Compras»: Riesgo',
    ],
    ['TreeItemCreated', { parent: null, itemType: 'Fase' }, 'agregó al plan: Fase'],
  ])('%s %j reads "%s"', (type, detail, sentence) => {
    const options = { ...detail, context: changeVariant({ type, detail }) };
    expect(textsOf('es').t(`audits-contracts:change.${type}`, options)).toBe(sentence);
  });
});
