import type { SessionData } from '@cotejo/access-contracts';
import { auditDetail, treeItemView, type AuditId, type TreeItemView } from '@cotejo/audits-contracts';
import { z } from 'zod';
import type { StartedServer } from '../started-server.fixture.ts';

export const AUDITS = '/proyecto/riesgo/auditoria/';
const detailAnswered = z.object({ data: auditDetail });
const treeAnswered = z.object({ data: z.array(treeItemView) });

/**
 * A new audit with the standard template and one process, created by the session's user; `over` holds its
 * name and leader.
 */
export async function newSmallAudit(
  started: StartedServer,
  by: SessionData,
  over: { readonly nombre: string; readonly lider: string; readonly equipo?: readonly object[] },
): Promise<AuditId> {
  const small = {
    plantilla: 'estandar',
    fecha_inicio: '2026-02-02',
    fecha_fin: '2026-12-15',
    horas_presupuestadas: 10,
    procesos: ['Compras'],
    riesgos: [],
  };
  const made = await started
    .post(AUDITS, by)
    .send({ ...small, ...over })
    .expect(201);
  return detailAnswered.parse(made.body).data.id;
}

/** All items of an audit's tree, parents before their children. */
export async function itemsOf(
  started: StartedServer,
  by: SessionData,
  audit: string,
): Promise<TreeItemView[]> {
  const tree = await started.get(`${AUDITS}${audit}/tree/`, by).expect(200);
  const flat = (items: readonly TreeItemView[]): TreeItemView[] =>
    items.flatMap((item) => [item, ...flat(item.items)]);
  return flat(treeAnswered.parse(tree.body).data);
}
