import { createI18n, type Language } from '@cotejo/i18n';
import { describe, expect, it } from 'vitest';
import { CHANGE_KIND_LIST, CHANGE_KINDS, HOUSEKEEPING, kindsOf } from './change-log/change-kinds.ts';
import { teamCalls } from './calls/calls-of-team.ts';
import { changeVariant } from './change-log/change-variant.ts';
import { changeSentence } from './change-log/change-words.ts';
import { auditErrors } from './errors.ts';
import { kernelEvent } from './events.ts';
import type { ChangeRow } from './feeds.ts';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };
import { itemType, type ItemType } from './item-types.ts';
import { VALUE_SHAPES } from './item-values.ts';
import { CONCLUSION_REFUSALS, LIFECYCLE_REFUSALS, REMOVAL_REFUSALS } from './plan-refusals.ts';
import { signatureMark } from './signatures.ts';
import { auditStatus, CONTRACT_STATUS, itemStatus, STATUS_WORDS, statusWord } from './statuses.ts';
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
    expect(Object.keys(texts.changeKind)).toEqual(CHANGE_KIND_LIST);
  });

  it('let no code of a status, an event or a type reach a reader', () => {
    const { t } = textsOf(language);
    const speech = {
      text: (key: string, words?: Readonly<Record<string, unknown>>): string => t(key, { ...words }),
      namespaceOf: () => 'audits-contracts',
      format: { number: String, date: String, hours: String },
      nothing: '',
    };
    const row = { version: 1, at: '', actor: { id: '', name: '', sigla: '' } };
    const told = (type: string, item: ItemType, detail: ChangeRow['detail'] = {}): string => {
      const named = { id: 'an id', type: item, code: null, name: 'Conciliar' };
      return changeSentence({ ...row, type, item: named, detail }, speech) ?? '';
    };
    const types = kernelEvent.options.map((option) => option.shape.type.value);
    const codes = new Set<string>([
      ...types,
      ...itemStatus.options.filter((code) => code.includes('_')),
      ...Object.values(CONTRACT_STATUS),
      ...auditStatus.options.filter((code) => code.includes('_')),
    ]);
    const faults: string[] = [];
    const read = (sentence: string) => {
      const isRaw = [...codes].some((code) => sentence.includes(code)) || sentence.includes('$t');
      if (sentence === '' || isRaw) faults.push(sentence);
    };
    for (const type of types) read(told(type, 'step'));
    for (const status of itemStatus.options)
      for (const type of itemType.options) {
        const sentence = told('ItemStatusChanged', type, { from: status, to: status });
        read(sentence);
        // The word that trees, worksheets and lists show.
        if (!sentence.includes(texts.status[statusWord(status, type)])) faults.push(sentence);
      }
    for (const status of auditStatus.options)
      read(told('AuditStatusChanged', 'phase', { auditStatus: status, auditStatusFrom: status }));
    expect(faults).toEqual([]);
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

it('every change that is shown belongs to a category of the filter', () => {
  const filed = Object.values(CHANGE_KINDS).flat();
  const shown = kernelEvent.options
    .map((option) => option.shape.type.value)
    .filter((type) => !HOUSEKEEPING.includes(type));
  expect(filed).toEqual(expect.arrayContaining(shown));
  expect(filed.filter((type) => HOUSEKEEPING.includes(type))).toEqual([]);
  expect(kindsOf(['ItemSigned', 'NoteAdded'])).toEqual(['signatures', 'notes']);
});

describe('a refusal of lifecycle, conclusion or team', () => {
  const SENTENCES: Readonly<Record<string, readonly [sentence: string, params?: object]>> = {
    forbidden: ['No tiene permiso para hacer este cambio en la auditoría.'],
    audit_not_found: ['La auditoría no existe o no está disponible.'],
    audit_closed: ['La auditoría está cerrada: no admite cambios.'],
    audit_cancelled: ['La auditoría está anulada: no admite cambios.'],
    audit_deleted: ['La auditoría está en la papelera: no admite cambios mientras no se restaure.'],
    audit_not_deletable: ['Solo se elimina una auditoría sin iniciar o anulada. Anúlela primero.'],
    audit_not_deleted: ['La auditoría no está en la papelera.'],
    audit_status_not_allowed: [
      'El estado de la auditoría (Aplazada) no permite esa acción.',
      { status: 'postponed' },
    ],
    operation_running: ['Hay una importación o copia en curso. Espere a que termine y vuelva a intentarlo.'],
    reason_required: ['Escriba el motivo.'],
    year_not_greater: ['El año nuevo debe ser mayor que el actual (2026).', { year: 2026 }],
    progress_not_zero: [
      'Solo se puede volver a «Sin iniciar» cuando el progreso es 0; ahora es 12,5 %.',
      { progress: 12.5 },
    ],
    pre_close_blocked: [
      'Queda trabajo pendiente en la auditoría. La radiografía dice qué falta; para cerrarla así, escriba el motivo.',
    ],
    rating_not_in_scale: ['Esa calificación no es de la escala de la auditoría.'],
    conclusion_incomplete: ['Para firmar hacen falta la calificación y la conclusión.'],
    signer_is_preparer: [
      'Quien calificó o escribió la conclusión no puede firmarla: debe hacerlo otra persona.',
    ],
    conclusion_changed: [
      'La calificación o la conclusión cambió mientras la leía. Léala de nuevo antes de firmar.',
    ],
    conclusion_signed: ['La conclusión ya está firmada.'],
    not_signed: ['No hay una firma suya que retirar.'],
    dates_reversed: ['La fecha de fin no puede ser anterior a la de inicio.'],
    member_not_found: ['Una persona del equipo no existe en la cuenta o no puede hacer parte de él.'],
    leader_not_found: [
      'La persona elegida como líder no existe, está inactiva o no puede liderar auditorías.',
    ],
    beyond_own_rights: [
      'No puede dar en el equipo, ni a sí mismo ni a otra persona, un rol con permisos que usted no tiene. Pídalo a quien los tenga.',
    ],
    leader_hours_exceed: ['Las horas del líder no pueden superar las horas presupuestadas de la auditoría.'],
    member_leads: [
      'Quien lidera la auditoría debe seguir activo como líder o gerente. Nombre antes a otra persona como líder.',
    ],
    last_manager: [
      'El equipo se quedaría sin nadie que pueda dirigir la auditoría: agregue antes otro gerente o líder.',
    ],
    assignee_not_in_team: ['La persona no hace parte del equipo de la auditoría.'],
    already_in_team: ['La persona ya hace parte del equipo.'],
    not_in_team: ['La persona no hace parte del equipo.'],
  };

  it.each(Object.entries(SENTENCES))('%s is said in words', (code, [sentence, params]) => {
    expect(textsOf('es').t(`audits-contracts:errors.${code}`, { ...params })).toBe(sentence);
  });

  it('that a call may answer has its sentence here', () => {
    expect(Object.keys(SENTENCES)).toEqual(
      expect.arrayContaining([
        ...[...LIFECYCLE_REFUSALS, ...REMOVAL_REFUSALS, ...CONCLUSION_REFUSALS],
        ...Object.values(teamCalls).flatMap(({ refusals = [] }): readonly string[] => refusals),
      ]),
    );
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
    [
      'SignaturesVoided',
      { because: 'edited', names: 'Laura, Luis', count: 2 },
      'editó lo firmado: quedaron sin efecto las firmas de Laura, Luis',
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
