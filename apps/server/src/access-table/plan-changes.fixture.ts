import type { SessionData } from '@cotejo/access-contracts';
import { z } from 'zod';
import type { StartedServer } from '../started-server.fixture.ts';
import type { Asked } from './ask-route.fixture.ts';

const created = z.object({ data: z.object({ id: z.string() }) });

/** Items created in an audit for the calls that change them. */
interface Made {
  readonly audit: string;
  readonly phase: string;
  readonly step: string;
  /** Steps to be deleted. */
  readonly going: readonly [string, string];
  readonly deleted: string;
  readonly risk: string;
  readonly otherRisk: string;
  readonly control: string;
  readonly member: string;
  /** Creator of the audit; a member of the team once added. */
  readonly newcomer: string;
  /** Time record of the member. */
  readonly time: string;
  /** Audits to delete, to restore, and to sign, whose conclusion another user prepared. */
  readonly spare: { readonly going: string; readonly deleted: string; readonly concluded: string };
}

const RECORD = '/proyecto/riesgo/:model/:id';
const AUDIT = '/proyecto/riesgo/auditoria/:id/';
const TIME = '/proyecto/riesgo/auditoria/:id/tiempo/';
const TYPED = '/proyecto/riesgo/tree_item/:type';
const ITEMS = ['auditoria_treeitem', 'evaluacion_treeitem'].map((name) => `/proyecto/riesgo/${name}/:id`);
const worked = (actividad: string) => ({ actividad, fecha: '2026-02-03', horas: 1 });
const RENAME = { nombre: 'Con otro nombre' };

/** Valid input of each call that changes a plan, by call name. */
export function planChanges(made: Made): Readonly<Record<string, Asked>> {
  const { audit, phase, step, going, member } = made;
  const record = { model: 'auditoria', id: audit };
  const type = 'HT_PASO';
  const born = { nombre: 'Nuevo', parent: phase };
  const of = (itemId: string) => ({ ...record, itemId });
  return {
    [`POST ${RECORD}/tree/`]: { params: record, body: { ...born, item_tipo: type } },
    [`PUT ${RECORD}/tree/:itemId/`]: { params: of(step), body: RENAME },
    [`DELETE ${RECORD}/tree/:itemId/`]: { params: of(going[0]) },
    [`POST ${RECORD}/equipo/`]: { params: record, body: { usuario: made.newcomer, rol: 'auditor' } },
    [`PUT ${RECORD}/equipo/:usuario/`]: {
      params: { ...record, usuario: member },
      body: { horas_presupuestadas: 1 },
    },
    [`GET ${RECORD}/equipo/compromisos/:usuario/`]: { params: { ...record, usuario: member } },
    [`POST ${TIME}`]: { params: { id: audit }, body: { ...worked(phase), usuario: member } },
    [`PUT ${TIME}:registro/`]: { params: { id: audit, registro: made.time }, body: { horas: 2 } },
    [`DELETE ${TIME}:registro/`]: { params: { id: audit, registro: made.time } },
    [`POST ${RECORD}/equipo/independencia/`]: { params: record, body: { amenazas: null } },
    [`POST ${RECORD}/tree/actions/batch_assign/`]: {
      params: record,
      body: { usuario: member, treeitem_ids: [step] },
    },
    [`POST ${RECORD}/actions/controles/`]: {
      params: record,
      body: { ids: [made.control], parent: made.otherRisk },
    },
    'POST /proyecto/:recordType/:model/:id/actions/riesgos/': {
      params: { recordType: 'plan', ...record },
      body: { riesgo_ids: [made.risk], parent: phase, copy_from: 'auditoria' },
    },
    [`POST ${RECORD}/actions/copy/`]: {
      params: { model: 'tree_item', id: step },
      body: { destino: audit, parent: phase },
    },
    [`POST ${RECORD}/actions/:service/`]: {
      params: { ...record, service: 'pasos' },
      body: { ids: [step], parent: phase },
    },
    [`POST ${RECORD}/papelera/:itemId/restaurar/`]: { params: of(made.deleted), body: {} },
    ...Object.fromEntries(
      ITEMS.flatMap((path): [string, Asked][] => [
        [`POST ${path}/apply_action/`, { params: { id: step }, body: { action: 'rename', ...RENAME } }],
        [`POST ${path}/:action/`, { params: { id: step, action: 'rename' }, body: RENAME }],
        [`PUT ${path}/:action/`, { params: { id: step, action: 'rename' }, body: RENAME }],
      ]),
    ),
    [`POST ${TYPED}/`]: { params: { type }, body: { ...born, auditoria: audit } },
    [`PUT ${TYPED}/:id/`]: { params: { type, id: step }, body: RENAME },
    [`DELETE ${TYPED}/:id/`]: { params: { type, id: going[1] } },
    [`DELETE ${AUDIT}`]: { params: { id: made.spare.going } },
    [`POST ${AUDIT}restaurar/`]: { params: { id: made.spare.deleted } },
    [`PUT ${AUDIT}calificacion/`]: { params: { id: audit }, body: { calificacion: 'deficient' } },
    [`PUT ${AUDIT}conclusion/`]: { params: { id: audit }, body: { texto: 'Faltan controles.' } },
    [`POST ${AUDIT}conclusion/firma/`]: { params: { id: made.spare.concluded }, body: { version: 9_999 } },
    [`DELETE ${AUDIT}conclusion/firma/`]: { params: { id: made.spare.concluded } },
    'PUT /proyecto/riesgo/auditoria/:id/': { params: { id: audit }, body: { fecha_fin: '2099-12-31' } },
    'POST /proyecto/riesgo/auditoria/:id/estado/': {
      params: { id: audit },
      body: { accion: 'aplazar', ano: 2099 },
    },
  };
}

/** Creates the items that those calls change. */
export async function makeItems(
  started: StartedServer,
  by: SessionData,
  audit: string,
  member: string,
  preparer: SessionData,
): Promise<Made> {
  const tree = `/proyecto/riesgo/auditoria/${audit}/tree/`;
  const make = async (item_tipo: string, parent: string | null): Promise<string> => {
    const answer = await started.post(tree, by).send({ item_tipo, nombre: item_tipo, parent }).expect(201);
    return created.parse(answer.body).data.id;
  };
  const phase = await make('GR_FASE', null);
  const step = (): Promise<string> => make('HT_PASO', phase);
  const risk = await make('HT_RIESGO', phase);
  const deleted = await step();
  const recorded = await started
    .post(`/proyecto/riesgo/auditoria/${audit}/tiempo/`, by)
    .send({ ...worked(phase), usuario: member })
    .expect(201);
  await started.api().delete(`/api${tree}${deleted}/`).set('Authorization', `Token ${by.token}`).expect(200);
  const spare = async (): Promise<string> => {
    const body = {
      ...{ nombre: 'De sobra', plantilla: 'estandar', fecha_inicio: '2026-02-02', fecha_fin: '2026-12-15' },
      ...{ horas_presupuestadas: 1, lider: member, procesos: ['Compras'] },
    };
    const answer = await started.post('/proyecto/riesgo/auditoria/', preparer).send(body).expect(201);
    return created.parse(answer.body).data.id;
  };
  const sent = (verb: 'put' | 'delete', path: string) => {
    const address = `/api/proyecto/riesgo/auditoria/${path}`;
    const api = started.api();
    const asked = verb === 'put' ? api.put(address) : api.delete(address);
    return asked.set('Authorization', `Token ${preparer.token}`);
  };
  const removed = await spare();
  await sent('delete', `${removed}/`).expect(200);
  const concluded = await spare();
  await sent('put', `${concluded}/calificacion/`).send({ calificacion: 'deficient' }).expect(200);
  await sent('put', `${concluded}/conclusion/`).send({ texto: 'Faltan controles.' }).expect(200);
  return {
    audit,
    spare: { going: await spare(), deleted: removed, concluded },
    member,
    newcomer: by.user.id,
    phase,
    deleted,
    time: created.parse(recorded.body).data.id,
    risk,
    step: await step(),
    going: [await step(), await step()],
    otherRisk: await make('HT_RIESGO', phase),
    control: await make('HT_CONTROL', risk),
  };
}
