import { itemActionName, itemReading, type ItemActionName } from '@cotejo/audits-contracts';
import type { Kind } from './filled-account.fixture.ts';
import { perhaps, the, type Question, type Questions } from './access-questions.fixture.ts';

const audit = { id: the('audit') };
const evaluation = { id: the('evaluation') };
const inAudit = { model: 'auditoria', ...audit };
const inEvaluation = { model: 'evaluacion', ...evaluation };
const stepOf = { ...inAudit, itemId: the('step') };
const riskOf = { ...inEvaluation, itemId: the('evaluationRisk') };
const noteOf = { ...audit, note: the('note') };
const worksheet = { auditId: the('audit'), itemId: the('step') };
/** Path parameters of a text, as far as the path has them. */
const evidenceOf = (path: string): Record<string, string> => ({
  ...worksheet,
  model: 'auditoria',
  ...(path.includes(':campo') && { campo: 'evidence' }),
  ...(path.endsWith(':rev') && { rev: '1' }),
});
const records: readonly Question[] = [{ params: inAudit }, { params: inEvaluation }];
const items: readonly Question[] = [{ params: stepOf }, { params: riskOf }];
const alike = (questions: readonly Question[], more: Question): Question[] =>
  questions.map((question) => ({ ...question, ...more }));

/** Fields of an item that refer to other objects. */
const named = (parent: Kind, nombre = 'De fuera') => ({
  nombre,
  parent: the(parent),
  usuario_asignado: the('member'),
});
const created = { ...named('phase'), item_tipo: 'HT_PASO', after: perhaps('step') };
const reference = {
  item_tipo: 'HT_REF',
  nombre: 'Ref',
  parent: the('risk'),
  refitem_details: { id: the('control') },
};
const finding = {
  item_tipo: 'HT_HALLAZGO',
  nombre: 'H',
  parent: the('step'),
  // Must be an ancestor of the finding.
  ref_parent: perhaps('step'),
};

const worked = { actividad: the('step'), fecha: '2026-02-03', horas: 1, tipo: 'I', notas: 'x' };

/** Filters of the change log: unknown values yield empty results. */
const LOGGED = {
  ...{ persona: perhaps('member'), tipo: 'TreeItemCreated', item: perhaps('step'), rama: '1' },
  ...{ desde: '2026-01-01T00:00:00Z', hasta: '2100-01-01T00:00:00Z' },
};
const RATED = { probabilidad: 3, impacto: 5 };

/** Body of each action. */
const ACTIONS: Readonly<Record<ItemActionName, object>> = {
  rename: { nombre: 'Otro' },
  recode: { codigo: 'ZZ-1' },
  move: { parent: the('phase'), after: perhaps('risk') },
  assign: { usuario: the('member') },
  status: { status: 'EN_PROCESO', desde: 'NUEVO' },
  schedule: { fecha_inicio: null, fecha_fin: null },
  describe: { riesgo_general: 'Otro', riesgos_especificos: [], factores: [], objetivos: [] },
  values: { valores: {}, ...RATED },
  completado: { textos: null },
  revisado: { textos: null },
  retirar_completado: {},
  retirar_revisado: {},
  treatment: { tratamiento_hallazgo: 'PLAN_DE_ACCION' },
  plan_treatment: { plan_accion_tratamiento_plan_accion: 'EVALUAR' },
  delete: { compartido: 'here' },
  restore: { con_ancestros: true },
  duplicate: { nombre: 'Copia' },
  copy: { destino: the('audit'), parent: the('phase'), after: perhaps('risk') },
};
const itemOf: Partial<Record<ItemActionName, Kind>> = {
  restore: 'deleted',
  describe: 'evaluationRisk',
  values: 'risk',
};
const acted = itemActionName.options.map((action) => ({
  params: { id: the(itemOf[action] ?? 'step'), action },
  body: ACTIONS[action],
}));
const read = itemReading.options.map((action) => ({ params: { id: the('step'), action } }));
const applied = itemActionName.options.map((action) => ({
  params: { id: the(itemOf[action] ?? 'step') },
  body: { action, ...ACTIONS[action] },
}));

const ITEM_PATHS = ['auditoria_treeitem', 'evaluacion_treeitem'].map(
  (name) => `/proyecto/riesgo/${name}/:id`,
);
const ofItems = Object.fromEntries(
  ITEM_PATHS.flatMap((path): [string, Question[]][] => [
    [`GET ${path}/:action`, read],
    [`POST ${path}/apply_action`, applied],
    [`POST ${path}/:action`, acted],
    [`PUT ${path}/:action`, acted],
  ]),
);

const typed = { type: 'HT_PASO' };
const someone = { usuario: the('member'), rol: 'auditor' };
const planned = { horas_presupuestadas: 1, costo_presupuestado: 1 };
const begun = {
  ...{
    nombre: 'Con lo de otra casa',
    record_type: 'plan',
    lider: perhaps('member'),
    horas_presupuestadas: 1,
  },
  ...{ fecha_inicio: '2026-02-02', fecha_fin: '2026-12-15', procesos: [], riesgos: [] },
};
const AUDIT = '/proyecto/riesgo/auditoria';
const RECORD = '/proyecto/riesgo/:model/:id';

/** Calls of audits, evaluations, notes and imports. */
export const auditQuestions: Questions = {
  [`GET ${AUDIT}`]: [
    {},
    { query: { ano_desde: '2020', lider: perhaps('person'), miembro: perhaps('member'), atrasada: 'false' } },
    { query: { q: 'a', status: 'EN PROCESO,CULMINADO_CERRADO', in_team: 'true', progreso_hasta: '100' } },
    { query: { ano: '2026', ano_hasta: '2030', record_type: 'plan', progreso_desde: '0' } },
    { query: { ano_desde: '2026', con_abiertas: 'true' } },
    { query: { empresa: 'Grupo', unidad: 'Cartera', calificacion: 'SATISFACTORIO' } },
    { query: { tipo_auditoria: 'DFT', frequency_type: 'PRG' } },
  ],
  [`GET ${AUDIT}/anos`]: [{}],
  [`GET ${AUDIT}/plantillas`]: [{}],
  [`GET ${AUDIT}/:id`]: [{ params: audit }, { params: evaluation }],
  [`PUT ${AUDIT}/:id`]: [
    { params: audit, body: { fecha_inicio: '2026-01-12' } },
    { params: evaluation, body: { fecha_inicio: '2026-01-12' } },
  ],
  [`GET ${AUDIT}/papelera`]: [{}],
  [`GET ${AUDIT}/siguiente-codigo`]: [{ query: { ano: '2026' } }],
  [`GET ${AUDIT}/:id/traslado`]: [{ params: audit }, { params: evaluation }],
  [`DELETE ${AUDIT}/:id`]: [{ params: audit, query: { motivo: 'x' } }, { params: evaluation }],
  [`POST ${AUDIT}/:id/restaurar`]: [{ params: audit }, { params: evaluation }],
  [`GET ${AUDIT}/:id/calificacion`]: [{ params: audit }, { params: evaluation }],
  [`PUT ${AUDIT}/:id/calificacion`]: [{ params: audit, body: { calificacion: 'deficient' } }],
  [`PUT ${AUDIT}/:id/conclusion`]: [{ params: audit, body: { texto: 'x' } }],
  [`POST ${AUDIT}/:id/conclusion/firma`]: [{ params: audit, body: { version: 0 } }],
  [`DELETE ${AUDIT}/:id/conclusion/firma`]: [{ params: audit }],
  [`POST ${AUDIT}/:id/estado`]: [
    { params: audit, body: { accion: 'aplazar', motivo: 'x', ano: 2099 } },
    { params: evaluation, body: { accion: 'aplazar', ano: 2099 } },
  ],
  [`POST ${AUDIT}`]: [
    {
      body: {
        nombre: 'Con los de otra casa',
        record_type: 'plan',
        plantilla: 'estandar',
        frequency_type: 'PRG',
        tipo_auditoria: 'DFT',
        fecha_inicio: '2026-02-02',
        fecha_fin: '2026-12-15',
        horas_presupuestadas: 1,
        lider: the('member'),
        equipo: [someone],
        procesos: ['Uno'],
        riesgos: [],
      },
    },
    ...[
      {
        unidades: [{ empresa: 'Una', unidad: 'Otra', procesos: ['Uno'], riesgos: [] }],
        costo_presupuestado: 1,
        ano_auditoria: 2026,
      },
      { origen: { tipo: 'copia', auditoria: the('audit'), version: 0 } },
      {
        origen: {
          tipo: 'traslado',
          auditoria: the('audit'),
          equipo: true,
          hallazgos: true,
          calificaciones: true,
        },
      },
      { origen: { tipo: 'evaluacion', evaluacion: the('evaluation'), unidad: the('evaluationRisk') } },
    ].map((more) => ({ body: { ...begun, ...more } })),
  ],
  [`POST ${AUDIT}/actions/importar-catalogo`]: [
    { query: { nombre: 'Importada', confirmar: '1' }, body: { catalog: {} } },
  ],
  [`GET ${AUDIT}/:id/documento`]: [{ params: audit }, { params: evaluation }],
  [`GET ${AUDIT}/:id/plan`]: [
    { params: audit, query: { version: '0' } },
    { params: audit, query: { at: '2026-01-01T00:00:00Z' } },
  ],
  [`GET ${AUDIT}/:id/plan/filas`]: [
    { params: audit, query: { version: '1', base: '0' } },
    { params: audit, query: { at: '2026-01-01T00:00:00Z' } },
  ],
  [`GET ${AUDIT}/:id/changes`]: [{ params: audit, query: { from: '0', to: '1' } }],
  [`GET ${RECORD}/historial`]: alike(records, { query: { antes: '5', limite: '50', ...LOGGED } }),
  [`GET ${RECORD}/historial/exportar`]: alike(records, { query: { formato: 'xlsx', ...LOGGED } }),
  [`GET ${RECORD}/resumen`]: records,
  [`GET ${RECORD}/resumen/avance`]: records,
  [`GET ${RECORD}/equipo`]: records,
  [`POST ${RECORD}/equipo`]: [
    { params: inAudit, body: { usuario: the('member'), rol: 'guest', lidera: true, ...planned } },
  ],
  [`PUT ${RECORD}/equipo/:usuario`]: [
    {
      params: { ...inAudit, usuario: the('member') },
      body: { horas_presupuestadas: 1, esta_activo: false, entrega_a: the('member') },
    },
    { params: { ...inAudit, usuario: the('member') }, body: { rol: 'guest', lidera: true, ...planned } },
  ],
  [`GET ${RECORD}/equipo/compromisos/:usuario`]: [{ params: { ...inAudit, usuario: the('member') } }],
  [`GET ${AUDIT}/:id/tiempo`]: [{ params: audit }],
  [`POST ${AUDIT}/:id/tiempo`]: [{ params: audit, body: { ...worked, usuario: the('member') } }],
  [`PUT ${AUDIT}/:id/tiempo/:registro`]: [
    { params: { ...audit, registro: the('timeRecord') }, body: worked },
  ],
  [`DELETE ${AUDIT}/:id/tiempo/:registro`]: [{ params: { ...audit, registro: the('timeRecord') } }],
  [`POST ${RECORD}/equipo/independencia`]: [{ params: inAudit, body: { amenazas: null } }],
  [`GET ${RECORD}/configuracion`]: records,
  [`GET ${RECORD}/papelera`]: [...records],
  [`POST ${RECORD}/papelera/:itemId/restaurar`]: [
    { params: { ...inAudit, itemId: the('deleted') }, body: { conAncestros: true } },
  ],
  [`GET ${RECORD}/tree`]: alike(records, { query: { fecha_inicio: '2026-01-01', fecha_fin: '2026-12-31' } }),
  [`GET ${RECORD}/tree/:itemId`]: [...items],
  [`POST ${RECORD}/tree`]: [
    { params: inAudit, body: created },
    { params: inAudit, body: reference },
    { params: inAudit, body: finding },
    { params: inEvaluation, body: { item_tipo: 'HT_RIESGO', nombre: 'R', parent: the('unit') } },
  ],
  [`PUT ${RECORD}/tree/:itemId`]: [
    { params: stepOf, body: { ...named('phase'), after: perhaps('risk') } },
    { params: riskOf, body: { nombre: 'R', parent: the('unit') } },
    { params: riskOf, body: { valores: {}, ...RATED } },
  ],
  [`DELETE ${RECORD}/tree/:itemId`]: alike(items, { query: { compartido: 'everywhere' } }),
  [`POST ${RECORD}/tree/actions/batch_assign`]: [
    { params: inAudit, body: { usuario: the('member'), treeitem_ids: [the('step'), the('risk')] } },
  ],
  [`POST ${RECORD}/actions/controles`]: [
    { params: inAudit, body: { ids: [the('control')], parent: the('risk'), after: perhaps('control') } },
  ],
  'POST /proyecto/:recordType/:model/:id/actions/riesgos': [
    ['library', 'libraryRisk'] as const,
    ['evaluacion', 'evaluationRisk'] as const,
    ['auditoria', 'risk'] as const,
  ].map(([copy_from, risk]) => ({
    params: { recordType: 'plan', ...inAudit },
    body: { riesgo_ids: [the(risk)], parent: the('phase'), copy_from, after: perhaps('step') },
  })),
  [`POST ${RECORD}/actions/copy`]: [
    {
      params: { model: 'tree_item', id: the('step') },
      body: { destino: the('audit'), parent: the('phase'), after: perhaps('risk') },
    },
    {
      params: { model: 'tree_item', id: the('financialRisk') },
      body: { year: 2026, project_by_year: the('financialAudit') },
    },
  ],
  [`POST ${RECORD}/actions/:service`]: [
    {
      params: { ...inAudit, service: 'pasos' },
      body: { ids: [the('step')], parent: the('phase'), after: perhaps('risk') },
    },
  ],
  ...ofItems,
  'GET /proyecto/riesgo/tree_item/:type': [
    { params: typed, query: { auditoria: the('audit') } },
    { params: typed, query: { evaluacion: the('evaluation') } },
  ],
  'GET /proyecto/riesgo/tree_item/:type/:id': [{ params: { ...typed, id: the('step') } }],
  'POST /proyecto/riesgo/tree_item/:type': [
    { params: typed, body: { ...created, auditoria: the('audit') } },
    { params: { type: 'HT_REF' }, body: { ...reference, auditoria: the('audit') } },
    { params: { type: 'HT_HALLAZGO' }, body: { ...finding, auditoria: the('audit') } },
    {
      params: { type: 'HT_RIESGO' },
      body: { nombre: 'R', parent: the('unit'), evaluacion: the('evaluation') },
    },
  ],
  'PUT /proyecto/riesgo/tree_item/:type/:id': [
    { params: { ...typed, id: the('step') }, body: { ...named('phase'), after: perhaps('risk') } },
    { params: { type: 'HT_RIESGO', id: the('risk') }, body: { valores: {}, ...RATED } },
  ],
  'DELETE /proyecto/riesgo/tree_item/:type/:id': [{ params: { ...typed, id: the('step') } }],
  'GET /proyecto/riesgo/planes-accion/mios': [{}],
  'GET /proyecto/riesgo/seguimiento/abiertos': [
    {},
    { query: { q: 'a', item_tipo: 'HT_HALLAZGO', pagina: '1', por_pagina: '100' } },
  ],
  'GET /proyecto/riesgo/planes-accion/mios/:auditId/:itemId/textos': [{ params: worksheet }],

  'GET /proyecto/riesgo/evaluacion': [{}, { query: { record_type: 'biblioteca', ano: '2026' } }],
  'GET /proyecto/riesgo/evaluacion/:id': [{ params: evaluation }],
  'POST /proyecto/riesgo/evaluacion': [
    {
      body: {
        nombre: 'Con los de otra casa',
        record_type: 'evaluacion',
        ano: 2026,
        lider: the('member'),
        equipo: [someone],
      },
    },
  ],
  'GET /proyecto/riesgo/evaluacion/:id/subdivision/:itemId/tree': [
    { params: { ...evaluation, itemId: the('unit') } },
  ],
  'GET /proyecto/riesgo/evaluacion/subdivision/:id/tree': [{ params: { id: the('unit') } }],
  'GET /proyecto/riesgo/subdivision/:id/tree': [{ params: { id: the('unit') } }],

  [`GET ${AUDIT}/:auditId/tree/:itemId/programa`]: [
    { params: { auditId: the('audit'), itemId: the('step') } },
  ],
  ...Object.fromEntries(
    ['', '/:campo/revisiones', '/:campo/revisiones/:rev'].map((rest) => [
      `GET /proyecto/riesgo/:model/:auditId/tree/:itemId/textos${rest}`,
      [
        {
          params: evidenceOf(rest),
          ...(rest === '/:campo/revisiones' && { query: { antes: '9', limite: '5' } }),
        },
      ],
    ]),
  ),
  ['POST /proyecto/riesgo/:model/:auditId/tree/:itemId/textos/:campo/revisiones/:rev/actions/restaurar']: [
    { params: evidenceOf('/:campo/revisiones/:rev') },
  ],
  [`GET ${AUDIT}/:auditId/tree/:itemId/adjuntos`]: [{ params: worksheet }],
  [`POST ${AUDIT}/:auditId/tree/:itemId/adjuntos/:attachmentId/actions/restaurar`]: [
    { params: { ...worksheet, attachmentId: the('attachment') } },
  ],
  [`GET ${AUDIT}/:auditId/tree/:itemId/contenido`]: [{ params: worksheet, query: { version: '0' } }],
  [`GET ${AUDIT}/:auditId/adjuntos`]: [
    { params: { auditId: the('audit') } },
    {
      params: { auditId: the('audit') },
      query: {
        item: perhaps('step'),
        persona: perhaps('member'),
        tipo: 'pdf',
        firmado: '0',
        campo: 'evidence',
        antes: '99',
        limite: '5',
      },
    },
  ],
  [`GET ${AUDIT}/:auditId/adjuntos/:attachmentId/archivo`]: [
    { params: { auditId: the('audit'), attachmentId: the('attachment') }, query: { ver: '1' } },
  ],
  [`GET ${AUDIT}/:id/notas`]: [
    { params: audit },
    { params: audit, query: { item: perhaps('step'), estado: 'ABIERTA', autor: perhaps('member') } },
    { params: audit, query: { campo: 'evidencia', menciona: perhaps('member') } },
  ],
  'GET /proyecto/riesgo/menciones': [{}],
  'POST /proyecto/riesgo/menciones/actions/leer': [
    { body: {} },
    { body: { menciones: [{ auditoria: perhaps('audit'), id: perhaps('note') }] } },
  ],
  [`GET ${AUDIT}/:id/notas/:note`]: [{ params: noteOf }],
  [`POST ${AUDIT}/:id/notas`]: [
    { params: audit, body: { modelo_id: the('step'), campo: 'evidencia', descripcion: 'x' } },
  ],
  [`POST ${AUDIT}/:id/notas/:note/actions/comentar`]: [{ params: noteOf, body: { descripcion: 'x' } }],
  [`POST ${AUDIT}/:id/notas/:note/actions/responder`]: [{ params: noteOf, body: { descripcion: 'x' } }],
  [`POST ${AUDIT}/:id/notas/:note/actions/cerrar`]: [{ params: noteOf, body: {} }],
  [`POST ${AUDIT}/:id/notas/:note/actions/reabrir`]: [{ params: noteOf, body: { descripcion: 'x' } }],
};
