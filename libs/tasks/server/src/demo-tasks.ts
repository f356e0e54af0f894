import type { DemoScene } from '@cotejo/record/server';
import { task } from '@cotejo/tasks-contracts';

const MANAGER = 'claudia.restrepo';
const LEADER = 'andres.murcia';
const AUDITOR = 'laura.pineda';
const OWNER = 'marta.suarez';

/** Tasks of the demo account in each status, including an old one and one of an action-plan owner. */
export async function demoTasks({ act, audit, day, person, upload }: DemoScene): Promise<void> {
  const purchases = audit('004');
  const give = (step: string, by: string, to: string, more: Readonly<Record<string, unknown>>) =>
    act(step, by, task, 'create', { responsible: person(to), ...more });

  await give('minutes', LEADER, AUDITOR, {
    title: 'Pedir las actas del comité de compras',
    description: 'Las de los dos últimos trimestres, con sus anexos firmados.',
    ...{ dueDate: day(5), priority: 'high', audit: purchases },
    file: await upload(
      'minutes',
      LEADER,
      { of: task, field: 'file' },
      {
        name: 'Solicitud de actas.pdf',
        lines: [
          'Señores',
          'Comité de compras',
          '',
          'Solicitamos las actas de los dos últimos trimestres, con sus anexos.',
        ],
      },
    ),
  });
  const list = await give('suppliers', LEADER, AUDITOR, {
    title: 'Actualizar la lista de proveedores críticos',
    ...{ dueDate: day(12), priority: 'medium', audit: purchases },
  });
  await act('suppliers begun', AUDITOR, task, 'start', {}, list);
  const support = await give('supports', LEADER, OWNER, {
    title: 'Enviar los soportes de los pagos anticipados',
    ...{ dueDate: day(-3), priority: 'high', audit: purchases },
  });
  await act('supports sent', OWNER, task, 'complete', {}, support);
  await act('supports back', LEADER, task, 'reject', { reason: 'Faltan los soportes de marzo.' }, support);
  const access = await give('access', MANAGER, 'oscar.benitez', {
    title: 'Solicitar acceso de consulta al ERP',
    dueDate: day(-20),
  });
  await act('access asked', 'oscar.benitez', task, 'complete', {}, access);
  const template = await give('template', MANAGER, LEADER, {
    title: 'Revisar la plantilla de informe ejecutivo',
    ...{ dueDate: day(-35), priority: 'low' },
  });
  await act('template seen', LEADER, task, 'complete', {}, template);
  await act('template done', MANAGER, task, 'review', {}, template);
  await give('archive', MANAGER, AUDITOR, {
    title: 'Archivar los papeles de trabajo del año anterior',
    ...{ dueDate: day(-120), priority: 'low' },
  });
}
