import { z } from 'zod';
import type { Stage } from './stage.ts';

/** An item of a plan as answered by the API. */
export interface Item {
  readonly id: string;
  readonly _nombre: string;
  readonly item_tipo: string;
  readonly codigo: string | null;
  readonly items: readonly Item[];
}

const itemRead: z.ZodType<Item> = z.object({
  id: z.string(),
  _nombre: z.string(),
  item_tipo: z.string(),
  codigo: z.string().nullable(),
  get items() {
    return z.array(itemRead);
  },
});

/** All items of a plan in tree order. */
export async function itemsOf(stage: Stage, audit: string): Promise<Item[]> {
  const path = `/proyecto/riesgo/auditoria/${audit}/tree/`;
  const roots = await stage.call('claudia.restrepo', path, z.array(itemRead));
  const walk = (list: readonly Item[]): Item[] => list.flatMap((item) => [item, ...walk(item.items)]);
  return walk(roots);
}

/** A plan with two processes: the first has a risk with two controls, the second a risk without controls. */
export async function newPlan(
  stage: Stage,
  name = 'Compras menores',
  auditors: readonly string[] = [],
): Promise<string> {
  const audit = await stage.newAudit({ name, processes: ['Compras', 'Pagos'], auditors });
  const items = await itemsOf(stage, audit);
  const under = (parent: string) => items.find((item) => item._nombre === parent)?.id;
  const add = (item_tipo: string, nombre: string, parent: string | undefined) =>
    stage.call('andres.murcia', `/proyecto/riesgo/auditoria/${audit}/tree/`, z.object({ id: z.string() }), {
      item_tipo,
      nombre,
      parent,
    });
  const risk = await add('HT_RIESGO', 'Proveedores ficticios', under('Compras'));
  await add('HT_CONTROL', 'Doble aprobación', risk.id);
  await add('HT_CONTROL', 'Alta con soportes', risk.id);
  await add('HT_RIESGO', 'Pagos duplicados', under('Pagos'));
  return audit;
}
