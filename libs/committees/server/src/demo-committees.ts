import { committee } from '@cotejo/committees-contracts';
import type { DemoScene } from '@cotejo/record/server';

const MANAGER = 'claudia.restrepo';
const LEADER = 'andres.murcia';

/** Two committees of the demo account: one held and closed with its decisions, one to come. */
export async function demoCommittees({ act, day, person }: DemoScene): Promise<void> {
  const members = [MANAGER, LEADER, 'hernan.duque'].map(person);
  const held = await act('held', MANAGER, committee, 'create', {
    name: 'Comité de auditoría: seguimiento trimestral',
    description: 'Avance del plan anual, hallazgos de alto impacto y planes de acción vencidos.',
    ...{ date: day(-21), hour: '08:30', organizer: person(MANAGER), members },
  });
  const decide = (step: string, decision: string, more: Readonly<Record<string, unknown>>) =>
    act(step, MANAGER, committee, 'decide', { decision, ...more }, held);
  await decide('scope', 'Ampliar la auditoría de compras a los contratos de transporte.', {
    ...{ responsible: person(LEADER), dueDate: day(10) },
  });
  await decide('late plans', 'Presentar en el próximo comité los planes de acción vencidos, con su causa.', {
    ...{ responsible: person(MANAGER), dueDate: day(35) },
  });
  await decide('minutes', 'Se aprueba el acta anterior sin observaciones.', {});
  await act('closed', MANAGER, committee, 'close', {}, held);
  await act('next', MANAGER, committee, 'create', {
    name: 'Comité de auditoría: resultados del año',
    description: 'Resultados de las auditorías del año y plan anual del siguiente.',
    ...{ date: day(35), hour: '14:00', organizer: person(MANAGER), members },
  });
}
