import { committee } from '@cotejo/committees-contracts';
import type { DemoScene } from '@cotejo/record/server';

const MANAGER = 'claudia.restrepo';
const LEADER = 'andres.murcia';

/**
 * Two committees of the demo account: one held and closed with its decisions and minutes, one to come with findings and
 * a plan on its agenda.
 */
export async function demoCommittees({
  act,
  audit,
  day,
  followUp,
  person,
  upload,
}: DemoScene): Promise<void> {
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
  const minutes = await upload(
    'minutes',
    MANAGER,
    { of: committee, field: 'documents' },
    {
      name: 'Acta del comité de auditoría.pdf',
      lines: [
        'Comité de auditoría: seguimiento trimestral',
        '',
        'Decisiones',
        '1. Ampliar la auditoría de compras a los contratos de transporte.',
        '2. Presentar en el próximo comité los planes de acción vencidos, con su causa.',
        '3. Se aprueba el acta anterior sin observaciones.',
      ],
    },
  );
  await act('minutes attached', MANAGER, committee, 'change', { documents: [minutes] }, held);
  await act('closed', MANAGER, committee, 'close', {}, held);
  const next = await act('next', MANAGER, committee, 'create', {
    name: 'Comité de auditoría: resultados del año',
    description: 'Resultados de las auditorías del año y plan anual del siguiente.',
    ...{ date: day(35), hour: '14:00', organizer: person(MANAGER), members },
  });
  const addTopic = (step: string, topic: Readonly<Record<string, unknown>>) =>
    act(step, MANAGER, committee, 'addTopic', topic, next);
  await addTopic('previous minutes', { subject: 'Lectura y aprobación del acta anterior' });
  const purchases = audit('004');
  for (const code of ['H-01', 'H-03', 'PA-03']) {
    await addTopic(`topic ${code}`, { audit: purchases, item: followUp(purchases, code) });
  }
}
