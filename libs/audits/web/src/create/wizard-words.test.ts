import { auditErrors } from '@cotejo/audits-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { createI18n } from '@cotejo/i18n';
import { describe, expect, it } from 'vitest';
import { newDraft, type WizardDraft } from './wizard-draft.ts';
import { FAULT_KEYS, faultsOf, PLACE_OF_CODE } from './wizard-faults.ts';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };
import { createAuditTranslations, CREATE_WORDS } from './words.ts';

const LEADER = '00000000-0000-4000-8000-00000000000a';
const WORDS = { es, en };
const { t } = createI18n({ resources: [createAuditTranslations, auditsContractsTranslations] });
const draft = (over: Partial<WizardDraft>): WizardDraft => ({
  ...newDraft('2026-03-02'),
  ...{ template: 'estandar', name: 'Compras', processes: 'Pagos', leader: LEADER },
  ...over,
});
const unit = { key: 'u', company: 'Andina', unit: 'Bogotá', processes: ['Compras'], risks: [] };

/** The rules of specification 2, section 5, for the creation of an audit: in the wizard, and from the server. */
describe('the wizard says', () => {
  it.each<[rule: string, draft: Partial<WizardDraft>, wizard: string, code: string, server: string]>([
    [
      'a selected template',
      { template: '' },
      'Elija una plantilla',
      ...(['template_not_found', 'La plantilla elegida no existe.'] as const),
    ],
    [
      'a copy source when copying',
      { source: 'copy' },
      'Elija la auditoría de origen',
      'not_an_origin',
      'De ese registro no se puede traer contenido para esta auditoría: elija otro.',
    ],
    [
      'at least one risk or process in scope',
      { processes: '' },
      'Agregue al menos un proceso o un riesgo',
      ...(['scope_required', 'Indique al menos un proceso o un riesgo en el alcance.'] as const),
    ],
    [
      'at least one risk or process in each unit',
      { units: [{ ...unit, processes: [] }] },
      'Agregue al menos un proceso o un riesgo a esta unidad',
      'unit_scope_required',
      'La unidad de negocio «Bogotá» necesita al menos un proceso o un riesgo.',
    ],
    [
      'a company before its business unit',
      { units: [{ ...unit, company: '' }] },
      'Elija primero una empresa',
      ...(['unit_without_company', 'Elija primero la empresa de la unidad de negocio «Bogotá».'] as const),
    ],
    [
      'an end that is not before the start',
      { start: '2026-05-02', end: '2026-05-01' },
      'La fecha final no puede ser anterior a la inicial',
      ...(['dates_reversed', 'La fecha de fin no puede ser anterior a la de inicio.'] as const),
    ],
    [
      'hours of the leader within those of the audit',
      { hours: 40, leaderHours: 41 },
      'Las horas del líder no pueden superar las de la auditoría',
      'leader_hours_exceed',
      'Las horas del líder no pueden superar las horas presupuestadas de la auditoría.',
    ],
  ])('%s', (_, over, wizard, code, server) => {
    expect(faultsOf(draft(over)).map(({ key }) => t(`${CREATE_WORDS}:faults.${key}`))).toEqual([wizard]);
    expect(t(`audits-contracts:errors.${code}`, { unit: 'Bogotá' })).toBe(server);
    expect(PLACE_OF_CODE).toHaveProperty(code);
  });

  it.each(['name', 'start', 'end', 'leader'] as const)('that a field is required: %s', (field) => {
    const faults = faultsOf(draft({ [field]: '' }));
    expect(faults.map(({ field: at, key }) => [at, t(`${CREATE_WORDS}:faults.${key}`)])).toEqual([
      [field, 'Campo requerido'],
    ]);
  });

  it.each(['es', 'en'] as const)('each fault and each refusal that it shows at a field in %s', (language) => {
    const { faults } = WORDS[language];
    expect(Object.keys(faults).toSorted()).toEqual([...FAULT_KEYS].toSorted());
    const { errors } = auditsContractsTranslations[language];
    const inOwnCatalogue = Object.keys(PLACE_OF_CODE).filter((code) => code in auditErrors.errors);
    expect(inOwnCatalogue.length).toBeGreaterThan(10);
    expect(Object.keys(errors)).toEqual(expect.arrayContaining(inOwnCatalogue));
  });
});
