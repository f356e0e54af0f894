import { createAuditBody } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import {
  aYearLater,
  bodyOf,
  isBegun,
  newDraft,
  wizardDraft,
  withOrigin,
  withYear,
  type WizardDraft,
} from './wizard-draft.ts';

const TODAY = '2026-03-02';
const LEADER = '00000000-0000-4000-8000-00000000000a';
const MEMBER = '00000000-0000-4000-8000-00000000000b';
const SOURCE = '00000000-0000-4000-8000-0000000000f1';
const draft = (over: Partial<WizardDraft> = {}): WizardDraft => ({
  ...newDraft(TODAY),
  ...{ template: 'estandar', name: ' Compras ', leader: LEADER },
  ...over,
});

describe('a new draft', () => {
  it('ends on 31 December of its year, and nothing is lost with it', () => {
    expect(newDraft(TODAY)).toMatchObject({ year: 2026, start: TODAY, end: '2026-12-31' });
    expect(isBegun({ ...newDraft(TODAY), leader: LEADER, template: 'x' }, TODAY)).toBe(false);
    expect(isBegun({ ...newDraft(TODAY), name: 'C' }, TODAY)).toBe(true);
  });

  it('is read back as it was kept', () => {
    const kept = draft({ units: [{ key: 'u', company: 'A', unit: 'B', processes: ['C'], risks: [] }] });
    expect(wizardDraft.parse(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });
});

describe('another year', () => {
  it.each<[string, Partial<WizardDraft>, number, string, string]>([
    ['moves days that were only suggested', {}, 2027, '2027-01-01', '2027-12-31'],
    ['keeps a start that was entered', { start: '2026-04-01' }, 2027, '2026-04-01', '2027-12-31'],
    ['keeps an end that was entered', { end: '2026-06-30' }, 2027, '2027-01-01', '2026-06-30'],
  ])('%s', (_, over, year, start, end) => {
    expect(withYear(draft(over), year, TODAY)).toMatchObject({ year, start, end });
  });

  it('back to this one begins today again', () => {
    const there = withYear(draft(), 2027, TODAY);
    expect(withYear(there, 2026, TODAY)).toMatchObject({ start: TODAY, end: '2026-12-31' });
  });
});

describe('a source', () => {
  const origin = {
    ...{ id: SOURCE, codigo: 'AUD-2025-007', nombre: 'Compras' },
    ...{ fecha_inicio: '2025-02-03', fecha_fin: '2025-06-30', horas_presupuestadas: 120 },
  };
  it('suggests name, days a year later and hours of a roll-forward', () => {
    expect(withOrigin({ ...newDraft(TODAY), source: 'roll_forward' }, origin, TODAY)).toMatchObject({
      ...{ from: SOURCE, fromName: 'AUD-2025-007 · Compras', name: 'Compras', hours: 120 },
      ...{ year: 2026, start: '2026-02-03', end: '2026-06-30' },
    });
  });

  it('replaces nothing that was entered', () => {
    const entered = draft({ source: 'roll_forward', name: 'Otra', start: '2026-05-01', hours: 8 });
    expect(withOrigin(entered, origin, TODAY)).toMatchObject({ name: 'Otra', start: '2026-05-01', hours: 8 });
  });

  it('leaves the days and the year of the annual plan', () => {
    const planned = { row: 'r', name: 'Compras', year: 2026 };
    const entered = { ...newDraft(TODAY), source: 'roll_forward', planned } as const;
    const later = { ...origin, fecha_inicio: '2026-02-03', fecha_fin: '2026-06-30' };
    expect(withOrigin(entered, later, TODAY)).toMatchObject({ year: 2026, start: TODAY });
  });

  it('of a copy says nothing of days', () => {
    expect(withOrigin({ ...newDraft(TODAY), source: 'copy' }, origin, TODAY)).toMatchObject({ start: TODAY });
  });

  it.each([
    ['2025-02-03', '2026-02-03'],
    ['2024-02-29', '2025-02-28'],
    ['2023-02-28', '2024-02-28'],
  ])('a year after %s is %s', (day, then) => {
    expect(aYearLater(day)).toBe(then);
  });
});

describe('the call that creates the audit', () => {
  it.each<[string, Partial<WizardDraft>, object]>([
    [
      'names the template and the scope',
      { processes: 'A\n\n B ', risks: 'C' },
      { plantilla: 'estandar', procesos: ['A', 'B'], riesgos: ['C'] },
    ],
    [
      'names business units',
      { units: [{ key: 'u', company: ' Andina ', unit: 'Bogotá', processes: ['A'], risks: ['R'] }] },
      { unidades: [{ empresa: 'Andina', unidad: 'Bogotá', procesos: ['A'], riesgos: ['R'] }] },
    ],
    [
      'names the source and what is chosen of it, and no scope',
      { source: 'roll_forward', from: SOURCE, processes: 'A', takesRatings: true, takesFindings: false },
      {
        procesos: [],
        origen: {
          tipo: 'traslado',
          auditoria: SOURCE,
          version: 41,
          equipo: true,
          hallazgos: false,
          calificaciones: true,
        },
      },
    ],
    [
      'names the audit that is copied',
      { source: 'copy', from: SOURCE },
      { origen: { tipo: 'copia', auditoria: SOURCE, version: 41 } },
    ],
    [
      'names the unit of an evaluation beside a scope',
      { source: 'evaluation', from: SOURCE, unit: MEMBER, risks: 'C' },
      { riesgos: ['C'], origen: { tipo: 'evaluacion', evaluacion: SOURCE, unidad: MEMBER } },
    ],
    [
      'names the team with its hours',
      { hours: 100, leaderHours: 40, team: [{ key: 'm', user: MEMBER, role: 'auditor', hours: 60 }] },
      {
        equipo: [
          { usuario: LEADER, rol: 'leader', horas_presupuestadas: 40 },
          { usuario: MEMBER, rol: 'auditor', horas_presupuestadas: 60 },
        ],
      },
    ],
    [
      'names a code and a cost',
      { code: ' ESP-1 ', cost: 500 },
      { codigo: 'ESP-1', costo_presupuestado: 500 },
    ],
  ])('%s', (_, over, part) => {
    const version = over.source === 'evaluation' ? undefined : 41;
    expect(createAuditBody.parse(bodyOf(draft(over), version))).toMatchObject({ nombre: 'Compras', ...part });
  });

  it('leaves out what was not entered', () => {
    const body = createAuditBody.parse(bodyOf(draft({ processes: 'A' }), undefined));
    for (const field of ['codigo', 'costo_presupuestado', 'equipo', 'origen', 'unidades'])
      expect(body).not.toHaveProperty(field);
  });
});
