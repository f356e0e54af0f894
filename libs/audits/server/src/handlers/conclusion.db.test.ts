import {
  auditRow,
  auditSummary,
  changeRow,
  conclusionRead,
  progressPoint,
  ratingScale,
} from '@cotejo/audits-contracts';
import { dayIn, TIME_ZONE } from '@cotejo/i18n';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { idOf, type AuditsApp } from './audits-app.fixture.ts';
import { refused, type PlanApp } from './plan-app.fixture.ts';
import { planOfEachTest } from './plan-of-each-test.fixture.ts';

let app: AuditsApp;
let plan: PlanApp;
planOfEachTest((opened, made) => {
  app = opened;
  plan = made;
});

const changed = z.object({ conclusion: conclusionRead, version: z.number() });
const rate = (calificacion: string | null, name = 'andres') =>
  app.does('put', `${plan.base}/calificacion/`, changed, { name, body: { calificacion } });
const conclude = (texto: string, name = 'andres') =>
  app.does('put', `${plan.base}/conclusion/`, changed, { name, body: { texto } });
const signing = (version: number, name = 'claudia') =>
  app.call('post', `${plan.base}/conclusion/firma/`, { name, body: { version } });
const listed = async () =>
  (await app.does('get', 'riesgo/auditoria/', z.array(auditRow))).find(({ id }) => id === plan.audit.id);
const summary = () => app.does('get', `${plan.base}/resumen/`, auditSummary);
const changes = async (most: number) =>
  (await app.does('get', `${plan.base}/historial/?limite=${most}`, z.array(changeRow))).map(
    ({ type, detail }) => ({ type, detail }),
  );

it('an audit is rated from its scale, concluded and signed, and its list and summary show it', async () => {
  const scale = await app.does('get', `${plan.base}/calificacion/`, ratingScale);
  expect(scale.map(({ name }) => name)).toEqual([
    'Satisfactoria',
    'Con oportunidades de mejora',
    'Deficiente',
    'Insatisfactoria',
  ]);
  await refused(
    422,
    'rating_not_in_scale',
    app.call('put', `${plan.base}/calificacion/`, { name: 'andres', body: { calificacion: 'otra' } }),
  );
  await rate('deficient');
  const { conclusion } = await conclude('Faltan controles.\n\nConviene reforzarlos.');
  expect(conclusion).toMatchObject({
    calificacion: { name: 'Deficiente', colour: 'orange' },
    calificada: { usuario: { id: idOf('andres') } },
    texto: 'Faltan controles.\n\nConviene reforzarlos.',
    firmada: null,
  });
  await refused(403, 'access_not_authorized', signing(conclusion.version, 'andres'));
  await signing(conclusion.version).expect(200);
  expect(await listed()).toMatchObject({ calificacion: { name: 'Deficiente' }, conclusion_firmada: true });
  expect((await summary()).conclusion.firmada).toMatchObject({ usuario: { name: 'Claudia Prueba' } });
});

it('a change makes the signature fall, and the history says whose', async () => {
  await rate('deficient');
  const { conclusion } = await conclude('Faltan controles.');
  await signing(conclusion.version).expect(200);
  await conclude('Faltan dos controles.');
  expect(await listed()).toMatchObject({ conclusion_firmada: false });
  expect(await changes(2)).toMatchObject([
    {
      type: 'ConclusionSignatureVoided',
      detail: { because: 'edited', by: idOf('claudia'), byName: 'Claudia Prueba' },
    },
    { type: 'AuditConcluded', detail: { text: 'Faltan dos controles.', textFrom: 'Faltan controles.' } },
  ]);
  await refused(409, 'conclusion_changed', signing(conclusion.version));
});

it('users who set the rating or wrote the conclusion may not sign', async () => {
  await rate('deficient', 'claudia');
  const { conclusion } = await conclude('Faltan controles.');
  await refused(422, 'signer_is_preparer', signing(conclusion.version));
  await signing(conclusion.version, 'beatriz').expect(200);
  await refused(409, 'not_signed', app.call('delete', `${plan.base}/conclusion/firma/`, { name: 'claudia' }));
  await app.call('delete', `${plan.base}/conclusion/firma/`, { name: 'beatriz' }).expect(200);
  expect(await listed()).toMatchObject({ conclusion_firmada: false });
});

it('progress is kept by day, and is what the summary says', async () => {
  const today = dayIn(TIME_ZONE, new Date());
  const points = () => app.does('get', `${plan.base}/resumen/avance/`, z.array(progressPoint));
  const seen: (number | null)[] = [];
  const look = async () => {
    const { progreso } = await summary();
    expect(await points()).toEqual([{ dia: today, progreso }]);
    seen.push(progreso);
  };
  await look();
  await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
  await plan.change('Arqueo', { status: 'EN_PROCESO' });
  await look();
  await plan.add('HT_PASO', 'Conteo', 'Ejecución');
  await look();
  await plan.remove('Conteo');
  await look();
  expect(seen[1]).toBeGreaterThan(seen[0] ?? 0);
  expect(seen[2]).toBeLessThan(seen[1] ?? 0);
  expect(seen[3]).toBe(seen[1]);
});
