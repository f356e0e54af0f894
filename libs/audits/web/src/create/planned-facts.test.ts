import { createAuditBody } from '@cotejo/audits-contracts';
import { expect, it } from 'vitest';
import { draftOfPlanned, type PlannedFacts } from './planned-facts.ts';
import { bodyOf, PLAN } from './wizard-draft.ts';
import { faultsOf } from './wizard-faults.ts';

const [LEADER, ANA] = [1, 2].map((last) => `00000000-0000-4000-8000-00000000000${last}`) as [string, string];
const facts: PlannedFacts = {
  ...{ row: 'r', name: 'Compras y pagos', kind: PLAN, year: 2027, start: '2027-02-01', end: '2027-04-30' },
  ...{ frequency: 'ESP', minutes: 28_830, cost: 62_000_000, leader: LEADER, team: [LEADER, ANA] },
};

it('a draft of a planned row has all its facts, and lacks only the scope', () => {
  const draft = { ...draftOfPlanned(facts, '2026-11-23'), template: 'estandar' };
  expect(faultsOf(draft).map(({ key }) => key)).toEqual(['scope']);
  const body = createAuditBody.parse(bodyOf({ ...draft, processes: 'Compras' }, undefined));
  expect(body).toMatchObject({
    ...{ nombre: 'Compras y pagos', record_type: PLAN, ano_auditoria: 2027, frequency_type: 'ESP' },
    ...{ fecha_inicio: '2027-02-01', fecha_fin: '2027-04-30', horas_presupuestadas: 480.5 },
    ...{ costo_presupuestado: 62_000_000, lider: LEADER, equipo: [{ usuario: ANA, rol: 'auditor' }] },
  });
});

it('a row without leader and cost leaves both to be entered', () => {
  const draft = draftOfPlanned({ ...facts, leader: null, cost: null, team: [] }, '2026-11-23');
  expect(draft).toMatchObject({ leader: '', cost: '', team: [] });
});
