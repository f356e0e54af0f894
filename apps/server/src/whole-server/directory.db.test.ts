import { accessCalls, type SessionData } from '@cotejo/access-contracts';
import {
  allowanceCalls,
  certificate,
  certificateCalls,
  responsible,
  responsibleCalls,
} from '@cotejo/directory-contracts';
import { rowFromWire, toWire, TRASH_DAYS } from '@cotejo/record';
import { PersonalValues } from '@cotejo/record/server';
import type { CopiedDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AskedCalls } from './asked-calls.fixture.ts';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';

let database: CopiedDatabase;
let started: StartedServer;
let ask: AskedCalls;
let manager: SessionData;
let auditor: SessionData;
let owner: SessionData;
let guest: SessionData;
const calls = responsibleCalls();
const DAY_MS = 86_400_000;
const certificates = certificateCalls();

beforeAll(async () => {
  database = await demoDatabase();
  started = await StartedServer.on(database);
  ask = new AskedCalls(started);
  [manager, auditor, owner, guest] = (await Promise.all(
    ['claudia.restrepo', 'laura.pineda', 'marta.suarez', 'hernan.duque'].map((name) => started.signIn(name)),
  )) as [SessionData, SessionData, SessionData, SessionData];
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

const create = async (values: object, key?: string) =>
  rowFromWire(
    responsible,
    await ask.answer(manager, calls.create, {
      body: toWire(responsible, { name: 'Irene Salcedo', email: 'irene@afuera.example', ...values }),
      ...(key !== undefined && { key }),
    }),
  );
const of = ({ id }: { readonly id: string }) => ({ params: { id } });
const found = async (q: string): Promise<unknown[]> =>
  (await ask.answer(manager, calls.list, { query: { q } })).filas.map((row) => row['nombre']);
const vaultOf = async ({ id }: { readonly id: string }): Promise<string[]> => {
  const { rows } = await started.server.foundation.pool.query<{ value: string }>(
    'select value from vault.personal_value where record_id = $1 order by value',
    [id],
  );
  return rows.map(({ value }) => value);
};
const logOf = async ({ id }: { readonly id: string }): Promise<string> => {
  const written: unknown[] = [];
  const stream = `responsible-${manager.user.account_id}-${id}`;
  for await (const { data, meta } of started.server.foundation.store.read(stream)) written.push([data, meta]);
  return JSON.stringify(written);
};

describe('the directory of the responsible', () => {
  it('shows what the specification names, and keeps names and addresses out of log and read models', async () => {
    const made = await create({ job: 'Revisora fiscal', area: 'Externos', copyTo: 'socio@afuera.example' });
    expect(await ask.answer(auditor, calls.read, of(made))).toMatchObject({
      ...{ nombre: 'Irene Salcedo', correo: 'irene@afuera.example', cargo: 'Revisora fiscal' },
      ...{ area: 'Externos', cupo_intercambio: null, copiar_a: 'socio@afuera.example' },
    });
    expect(await logOf(made)).toMatch(/Revisora fiscal/);
    expect(await logOf(made)).not.toMatch(/Irene|Salcedo|@/);
    const { rows } = await started.server.foundation.pool.query<{ t: string }>(
      'select t::text from read.responsible t where id = $1',
      [made.id],
    );
    expect(rows[0]?.t).not.toMatch(/Irene|Salcedo|@/);
    expect(await vaultOf(made)).toEqual(['Irene Salcedo', 'irene@afuera.example', 'socio@afuera.example']);
  });

  it('is searched by name and address', async () => {
    await create({ name: 'Bruno 100% Salas', email: 'bruno@otra.example' });
    await create({ name: 'Bruna Salas', email: 'bruna@otra.example' });
    expect(await found('100% sal')).toEqual(['Bruno 100% Salas']);
    expect(new Set(await found('OTRA.example'))).toEqual(new Set(['Bruna Salas', 'Bruno 100% Salas']));
    expect(await ask.refusal(manager, calls.list, { query: { orden: 'nombre' } })).toBe(
      '400 invalid_request',
    );
  });

  it('tells in its history who changed which value', async () => {
    const made = await create({ name: 'Carla Rueda' });
    await ask.answer(manager, calls.change, { ...of(made), body: { nombre: 'Carla Rueda Gil' } });
    const [, changed] = await ask.answer(manager, calls.history, of(made));
    expect(changed).toMatchObject({
      accion: 'change',
      cambios: [{ campo: 'name', de: 'Carla Rueda', a: 'Carla Rueda Gil' }],
    });
    const same = await ask.answer(manager, calls.change, {
      ...of(made),
      body: { nombre: 'Carla Rueda Gil' },
    });
    expect(same).toMatchObject({ version: 1 });
    const body = { copiar_a: 'IRENE@afuera.example' };
    expect(await ask.refusal(manager, calls.change, { ...of(made), body })).toBe('422 copy_to_same');
  });

  it('adds somebody once, however often the call comes', async () => {
    const key = 'una-sola-persona';
    const first = await create({ name: 'Repetida' }, key);
    await started.server.foundation.pool.query('delete from es.answer');
    expect((await create({ name: 'Repetida' }, key)).id).toBe(first.id);
    expect(await vaultOf(first)).toEqual(['Repetida', 'irene@afuera.example']);
  });

  it('names the slot that passes among responsible people, to those who may see slots', async () => {
    const slots = await ask.answer(manager, accessCalls.slots.slots);
    const [slot] = slots;
    if (slot === undefined) throw new Error('the demo account has no slots');
    const made = await create({ name: 'Con cupo', exchangeSlot: slot.slotId });
    expect(made.exchangeSlot).toMatchObject({ id: slot.slotId, code: '#1' });
    const seen = await ask.answer(auditor, calls.read, of(made));
    expect(seen['cupo_intercambio']).toEqual({ id: slot.slotId, codigo: null, nombre: null });
    const body = { cupo_intercambio: owner.user.id };
    expect(await ask.refusal(manager, calls.change, { ...of(made), body })).toBe('422 reference_not_found');
  });

  it('erases what identifies a person once the trash lets go of them', async () => {
    const made = await create({ name: 'Para borrar' });
    await ask.answer(manager, calls.remove, of(made));
    const values = new PersonalValues(started.server.foundation.pool);
    const monthAgo = new Date(Date.now() - TRASH_DAYS * DAY_MS);
    await values.forgetRemoved('responsible', monthAgo);
    expect(await vaultOf(made)).toHaveLength(2);
    await started.server.foundation.pool.query(
      "update read.responsible set removed_at = removed_at - interval '30 days' where id = $1",
      [made.id],
    );
    await values.forgetRemoved('responsible', monthAgo);
    expect(await vaultOf(made)).toEqual([]);
  });

  it('is closed to owners and guests, and read by auditors', async () => {
    for (const who of [owner, guest])
      expect(await ask.refusal(who, calls.list)).toBe('403 access_not_authorized');
    const body = { nombre: 'X', correo: 'x@afuera.example' };
    expect(await ask.refusal(auditor, calls.create, { body })).toBe('403 access_not_authorized');
  });

  it('of the demo account has a dozen people', async () => {
    const { filas } = await ask.answer(manager, calls.list, { query: { por_pagina: '500' } });
    expect(filas.filter(({ correo }) => String(correo).endsWith('@frailejon.example'))).toHaveLength(12);
  });
});

describe('training certificates', () => {
  const body = (values: object = {}) =>
    toWire(certificate, {
      ...{
        holder: auditor.user.id,
        name: 'Riesgos de fraude',
        issuer: 'ACFE',
        date: '2025-02-01',
        hours: 480,
      },
      ...values,
    });

  it('are registered by each person for themselves, and seen by who staffs audits', async () => {
    const made = await ask.answer(auditor, certificates.create, { body: body() });
    expect(made).toMatchObject({ emisor: 'ACFE', minutos: 480, vigente_hasta: null, vencido: false });
    const others = { body: body({ holder: manager.user.id }) };
    expect(await ask.refusal(auditor, certificates.create, others)).toBe('403 certificate_not_own');
    expect(await ask.answer(manager, certificates.read, of({ id: String(made['id']) }))).toMatchObject({
      usuario: { nombre: 'Laura Pineda' },
    });
    const oscar = await started.signIn('oscar.benitez');
    const { filas } = await ask.answer(oscar, certificates.list);
    expect(filas).toEqual([]);
  });
});

describe('allowances', () => {
  it('of the demo account are by project and by user', async () => {
    const { filas } = await ask.answer(auditor, allowanceCalls().list, { query: { orden: '-valor' } });
    expect(filas).toMatchObject([
      { concepto: 'TRANSPORTE', valor: 640_000, proyecto: { nombre: 'Compras y pagos' } },
      { concepto: 'ALOJAMIENTO', valor: 520_000 },
    ]);
  });
});
