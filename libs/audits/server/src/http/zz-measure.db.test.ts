import { it } from 'vitest';
import { AuditsApp, principals } from './audits-app.fixture.ts';
import { PlanApp } from './plan-app.fixture.ts';

it('measures', async () => {
  const app = await AuditsApp.open();
  const plan = await PlanApp.open(app);
  const leader = principals.get('andres')!;
  const parents: string[] = [];
  for (let n = 0; n < 100; n++) {
    const id = crypto.randomUUID();
    parents.push(id);
    const parts = [
      {
        schema: 2,
        intent: {
          kind: 'create_item',
          id,
          type: 'process',
          parent: plan.of('Ejecución'),
          name: `Proceso ${n}`,
        },
      },
      ...Array.from({ length: 99 }, (_, i) => ({
        schema: 2,
        intent: {
          kind: 'create_item',
          id: crypto.randomUUID(),
          type: i % 2 ? 'risk' : 'step',
          parent: id,
          name: `Elemento ${n} ${i}`,
        },
      })),
    ];
    const { outcomes, version } = await app.rooms.submit(plan.audit.id, leader, [
      { intent: { kind: 'batch', parts }, base: 1e6 },
    ]);
    if (!outcomes[0]?.ok) throw new Error(JSON.stringify(outcomes));
    if (n === 99) await app.base.projected(`audit-${plan.audit.id}`, version);
  }
  const time = async (what: string, call: () => Promise<{ text: string; status: number }>, times = 7) => {
    const ms: number[] = [];
    let size = 0;
    let status = 0;
    for (let i = 0; i < times; i++) {
      const t = performance.now();
      const answer = await call();
      ms.push(performance.now() - t);
      [size, status] = [answer.text.length, answer.status];
    }
    ms.sort((a, b) => a - b);
    console.log(
      what,
      status,
      'p50',
      Math.round(ms[times >> 1]!),
      'max',
      Math.round(ms.at(-1)!),
      'bytes',
      size,
    );
  };
  const { base } = plan;
  await time('tree', () => app.call('get', `${base}/tree/`) as never);
  await time('item', () => app.call('get', `${base}/tree/${parents[3]}/`) as never);
  await time('plan at', () => app.call('get', `${base}/plan/`) as never);
  await time(
    'rename',
    () => app.call('put', `${base}/tree/${parents[3]}/`, { body: { nombre: `N ${Math.random()}` } }) as never,
    15,
  );
  await time(
    'create',
    () =>
      app.call('post', `${base}/tree/`, {
        body: { nombre: 'x', item_tipo: 'HT_PASO', parent: parents[4] },
      }) as never,
    15,
  );
  await time(
    'bare rename',
    () =>
      app.call('post', `riesgo/auditoria_treeitem/${parents[3]}/rename/`, {
        body: { nombre: `N ${Math.random()}` },
      }) as never,
    15,
  );
  await time('trash', () => app.call('get', `${base}/papelera/`) as never);
  await time(
    'batch 100',
    () =>
      app.call('post', `${base}/tree/actions/batch_assign/`, {
        body: { usuario: null, treeitem_ids: parents },
      }) as never,
    5,
  );
  const other = await PlanApp.open(app, { nombre: 'Otra' });
  await time(
    'copy 100',
    () =>
      app.call('post', `riesgo/auditoria_treeitem/${parents[3]}/actions/copy/`, {
        body: { destino: other.audit.id, parent: other.of('Ejecución') },
      }) as never,
    3,
  );
  await time(
    'copy 10000',
    () =>
      app.call('post', `riesgo/auditoria_treeitem/${plan.of('Ejecución')}/actions/copy/`, {
        body: { destino: other.audit.id },
      }) as never,
    1,
  );
  await app.close();
}, 300_000);
