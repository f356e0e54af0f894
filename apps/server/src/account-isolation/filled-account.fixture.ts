import { randomUUID } from 'node:crypto';
import {
  accessCalls,
  accountId,
  userId,
  type AccountId,
  type Role,
  type SessionData,
  type UserType,
} from '@cotejo/access-contracts';
import { auditId, itemId } from '@cotejo/audits-contracts';
import { pathOf } from '@cotejo/http/contracts';
import { holdsFiles } from '@cotejo/record/calls';
import { worksheetRoomId } from '@cotejo/worksheets-contracts';
import { sampleCatalogue } from '@cotejo/worksheets-domain/sample-catalogue';
import { vi } from 'vitest';
import { z } from 'zod';
import { AskedCalls } from '../whole-server/asked-calls.fixture.ts';
import type { StartedServer } from '../started-server.fixture.ts';
import { fillWorksheet } from './fill-worksheet.fixture.ts';
import { askPlainly, type PlainCall } from './plain-call.fixture.ts';
import { fileOf, kindOf, ownBody, records, uploadFor, uploadOf } from './record-samples.fixture.ts';

export const PASSWORD = 'tres-loros-verdes-cantan';

/** Users that sign in: one of each role, and a consultant. */
const PEOPLE = {
  administrator: ['admin', 'administrator'],
  manager: ['manager', 'auditor'],
  leader: ['leader', 'auditor'],
  auditor: ['auditor', 'auditor'],
  owner: ['owner', 'owner'],
  guest: ['guest', 'guest'],
} as const satisfies Readonly<Record<string, readonly [Role, UserType]>>;
export type Who = keyof typeof PEOPLE | 'consultant';
export const EVERYBODY: readonly Who[] = [
  'administrator',
  'manager',
  'leader',
  'auditor',
  'owner',
  'guest',
  'consultant',
];

/** Objects that calls refer to, by id or by unique name. */
export type Kind =
  | 'account'
  | 'accountName'
  | 'person'
  | 'member'
  | 'username'
  | 'email'
  | 'consultant'
  | 'session'
  | 'role'
  | 'slot'
  | 'audit'
  | 'phase'
  | 'step'
  | 'risk'
  | 'control'
  | 'deleted'
  | 'evaluation'
  | 'unit'
  | 'evaluationRisk'
  | 'libraryRisk'
  | 'financialAudit'
  | 'financialRisk'
  | 'note'
  | 'attachment'
  | 'timeRecord'
  | 'worksheet'
  | `record_${string}`;

/** An account with at least one object of each kind. */
export interface FilledAccount {
  readonly id: AccountId;
  /** Marker in all of its names, unique to the account. */
  readonly word: string;
  readonly sessions: Readonly<Record<Who, SessionData>>;
  readonly named: Readonly<Record<Kind, string>>;
  /** A call with the idempotency key under which its manager wrote a note. */
  readonly repeated: PlainCall & { readonly key: string };
}

const made = z.object({ id: z.uuid() });
const AUDITS = '/proyecto/riesgo/auditoria';
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Creates an account with a unique marker and fills it, through calls wherever one exists. */
export async function fillAccount(
  started: StartedServer,
  productAdmin: SessionData,
  word: string,
): Promise<FilledAccount> {
  const ask = new AskedCalls(started);
  const { product, people, slots, roles, account: settings } = accessCalls;
  const mail = (name: string) => `${name}@${word}.example`;
  const somebody = (name: string) => ({
    username: `${name}.${word}`,
    first_name: `Ana ${word}`,
    last_name: `De ${word}`,
    email: mail(name),
  });
  const opened = await ask.answer(productAdmin, product.openAccount, {
    body: { account_name: `Casa ${word}`, pkg: 'audit', edition: 'firm', admin: somebody('primera') },
  });
  const id = accountId.parse(opened.id);
  const params = { id };
  await ask.answer(productAdmin, product.changeAccount, { params, body: { addons: ['crm', 'abi'] } });

  const { access } = started.server.foundation;
  for (const [name, [role, userType]] of Object.entries(PEOPLE)) {
    const { username, first_name: firstName, last_name: lastName, email } = somebody(name);
    const person = {
      accountId: id,
      username,
      firstName,
      lastName,
      email,
      role,
      userType,
      password: PASSWORD,
    };
    await access.people.registerUser(person, 'system:test');
  }
  const helper = await ask.answer(productAdmin, product.admitConsultant, {
    params,
    body: somebody('consultant'),
  });
  await access.state.settle();
  await access.passwords.put(id, userId.parse(helper.user), PASSWORD);

  const sessions = {} as Record<Who, SessionData>;
  for (const who of EVERYBODY) sessions[who] = await started.signIn(`${who}.${word}`, PASSWORD);
  const { administrator: admin, manager } = sessions;

  const contract = { type: 'auditor', count: 3, start_date: '2020-01-01', due_date: '2099-12-31' };
  const free = await ask.answer(productAdmin, product.createSlots, { params, body: contract });
  await ask.answer(productAdmin, product.createSlots, { params, body: { ...contract, pool: 'abi' } });
  // Slots for the users added below: of the free slots, the one that ends last is assigned.
  const endless = { ...contract, count: 1, due_date: null };
  await ask.answer(productAdmin, product.createSlots, { params, body: endless });
  const [unassigned, taken, released] = free.map(({ slotId }) => slotId) as [string, string, string];
  for (const [slot, name] of [
    [taken, 'asignada'],
    [released, 'liberada'],
  ] as const) {
    const { username: _, ...body } = somebody(name);
    await ask.answer(admin, slots.assign, { params: { id: slot }, body: { ...body, role: 'JR' } });
  }
  await ask.answer(admin, slots.release, { params: { id: released }, body: { motivo_texto: `Por ${word}` } });
  const abi = { body: { user: sessions.leader.user.id } };
  await ask.answer(admin, slots.assignAbi, abi);

  const role = await ask.answer(admin, roles.create, { body: { nombre: `Rol ${word}`, key: 'JR' } });
  const person = await ask.answer(admin, people.createUser, {
    body: { ...somebody('otra'), role: role.id, position: `Cargo ${word}`, motivo_texto: `Por ${word}` },
  });
  await ask.answer(admin, people.forceReset, { params: { id: person.id }, body: {} });
  await started
    .api()
    .post('/api/forgot-password/')
    .send({ email: mail('auditor') })
    .expect(200);
  await started
    .api()
    .put('/api/account/logo/')
    .set('Authorization', `Token ${admin.token}`)
    .set('Content-Type', 'image/png')
    .send(Buffer.from(PIXEL, 'base64'))
    .expect(200);
  await ask.answer(admin, settings.setPublicSetting, { body: { key: 'time_zone', value: 'America/Lima' } });
  await askPlainly(started, manager, {
    method: 'POST',
    path: '/sys/error_report/',
    body: { error: `Fallo ${word}`, url: '/', env: 'test' },
  });

  const make = async (path: string, body: object, by = manager): Promise<string> => {
    const answer = await askPlainly(started, by, { method: 'POST', path, body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return made.parse(answer.data).id;
  };
  const audit = await make(`${AUDITS}/`, {
    nombre: `Compras ${word}`,
    plantilla: 'estandar',
    lider: sessions.leader.user.id,
    equipo: [{ usuario: sessions.auditor.user.id, rol: 'auditor' }],
    fecha_inicio: '2026-02-02',
    fecha_fin: '2026-12-15',
    horas_presupuestadas: 10,
    procesos: [`Proceso ${word}`],
  });
  const tree = `${AUDITS}/${audit}/tree/`;
  const item = (item_tipo: string, parent: string | null, at = tree): Promise<string> =>
    make(at, { item_tipo, nombre: `${item_tipo} ${word}`, parent });
  const phase = await item('GR_FASE', null);
  const risk = await item('HT_RIESGO', phase);
  const control = await item('HT_CONTROL', risk);
  const step = await item('HT_PASO', phase);
  const deleted = await item('HT_PASO', phase);
  await askPlainly(started, manager, { method: 'DELETE', path: `${tree}${deleted}/` });

  const ofKind = (nombre: string, record_type: string): Promise<string> =>
    make('/proyecto/riesgo/evaluacion/', { nombre: `${nombre} ${word}`, record_type, ano: 2026 });
  const evaluation = await ofKind('Universo', 'evaluacion');
  const units = `/proyecto/riesgo/evaluacion/${evaluation}/tree/`;
  const unit = await item('GR_UNIDAD_NEGOCIO', null, units);
  const evaluationRisk = await item('HT_RIESGO', unit, units);
  const library = await ofKind('Biblioteca', 'biblioteca');
  const libraryRisk = await item('HT_RIESGO', null, `/proyecto/riesgo/evaluacion/${library}/tree/`);
  const financialAudit = await make(`${AUDITS}/`, {
    nombre: `Financiera ${word}`,
    record_type: 'auditoria_financiera',
    lider: manager.user.id,
    fecha_inicio: '2026-02-02',
    fecha_fin: '2026-12-15',
    horas_presupuestadas: 10,
  });
  const books = `${AUDITS}/${financialAudit}/tree/`;
  const cycle = await item('GR_MACROPROCESO', await item('GR_FASE', null, books), books);
  const financialRisk = await item('HT_RIESGO', cycle, books);

  const repeated = {
    method: 'POST',
    path: `${AUDITS}/${audit}/notas/`,
    body: { modelo_id: step, descripcion: `Falta el acta de ${word}` },
    key: `clave-${randomUUID()}`,
  };
  const written = await askPlainly(started, manager, repeated);
  const note = made.parse(written.data).id;
  const worked = { actividad: step, fecha: '2026-02-03', horas: 2, notas: `Entrevista en ${word}` };
  const timeRecord = await make(`${AUDITS}/${audit}/tiempo/`, worked);
  await importCatalogue(started, manager, word);
  const worksheet = { audit: auditId.parse(audit), item: itemId.parse(step) };
  const attachment = await fillWorksheet(started, manager, { ...worksheet, word });

  const things = { member: sessions.auditor.user.id, audit, step, slot: unassigned };
  const kept: Record<`record_${string}`, string> = {};
  // A record may refer to one before it.
  for (const record of records) {
    // Those of the settings are for administrators.
    const by = typeof record.rights === 'string' ? manager : admin;
    const upload = () => uploadFor(started.server.address, by.token, record, word);
    if (holdsFiles(record)) kept[fileOf(record)] = kept[uploadOf(record)] = await upload();
    kept[kindOf(record)] = await make(record.path, ownBody(record, { ...things, ...kept }, word), by);
    if (holdsFiles(record)) kept[uploadOf(record)] = await upload();
  }

  const [session] = await ask.answer(sessions.guest, accessCalls.oneself.sessions);
  return {
    id,
    word,
    sessions,
    repeated,
    named: {
      ...kept,
      account: id,
      accountName: opened.account_name,
      person: person.id,
      member: sessions.auditor.user.id,
      username: `auditor.${word}`,
      email: mail('auditor'),
      consultant: helper.user,
      session: session?.id ?? '',
      role: role.id,
      slot: unassigned,
      audit,
      phase,
      step,
      risk,
      control,
      deleted,
      evaluation,
      unit,
      evaluationRisk,
      libraryRisk,
      financialAudit,
      financialRisk,
      note,
      attachment,
      timeRecord,
      worksheet: worksheetRoomId(worksheet.audit, worksheet.item),
    },
  };
}

/** Imports a complete audit from a catalogue file. */
async function importCatalogue(started: StartedServer, manager: SessionData, word: string): Promise<void> {
  const file = structuredClone(sampleCatalogue);
  file.catalog.uuid = randomUUID();
  const call = { method: 'POST', path: pathOf(`${AUDITS}/actions/importar-catalogo/`) };
  const answer = await askPlainly(started, manager, {
    ...call,
    query: { nombre: `Importada ${word}` },
    body: file,
  });
  if (answer.status !== 202) throw new Error(answer.text);
  const { auditoria } = z.object({ auditoria: z.uuid() }).parse(answer.data);
  await vi.waitFor(async () => {
    const { data } = await askPlainly(started, manager, { method: 'GET', path: `${AUDITS}/${auditoria}/` });
    const shown = z.object({ operacion: z.string().nullable(), items: z.int() }).safeParse(data).data;
    if (shown?.operacion !== null || shown.items <= 1) throw new Error('the import did not end');
  });
}
