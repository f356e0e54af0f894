import { randomUUID } from 'node:crypto';
import type { SessionData } from '@cotejo/access-contracts';
import { committee, committeeCalls } from '@cotejo/committees-contracts';
import { rowFromWire, toWire } from '@cotejo/record';
import type { CopiedDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AskedCalls } from './asked-calls.fixture.ts';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';

let database: CopiedDatabase;
let started: StartedServer;
let ask: AskedCalls;
let manager: SessionData;
let guest: SessionData;
const calls = committeeCalls();

beforeAll(async () => {
  database = await demoDatabase();
  started = await StartedServer.on(database);
  ask = new AskedCalls(started);
  [manager, guest] = (await Promise.all(
    ['claudia.restrepo', 'hernan.duque'].map((name) => started.signIn(name)),
  )) as [SessionData, SessionData];
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

const of = ({ id }: { readonly id: string }) => ({ params: { id } });

it('a committee has its members by name, and decisions with who answers for them', async () => {
  const members = [manager.user.id, guest.user.id];
  const body = toWire(committee, {
    ...{ name: 'Comité extraordinario', date: '2025-05-05', hour: '08:30' },
    ...{ organizer: manager.user.id, members },
  });
  const made = rowFromWire(committee, await ask.answer(manager, calls.create, { body }));
  expect(made.members.map(({ name }) => name)).toEqual(['Claudia Restrepo', 'Hernán Duque']);
  expect(made.year).toBe(2025);
  const decided = await ask.answer(manager, calls.decide, {
    ...of(made),
    body: { decision: 'Contratar un perito', responsable: guest.user.id, fecha_vencimiento: '2025-06-30' },
  });
  expect(decided['decisiones']).toMatchObject([
    { numero: 1, decision: 'Contratar un perito', responsable: { nombre: 'Hernán Duque' } },
  ]);
  const unknown = { decision: 'x', responsable: randomUUID() };
  expect(await ask.refusal(manager, calls.decide, { ...of(made), body: unknown })).toBe(
    '422 reference_not_found',
  );
  await ask.answer(manager, calls.change, { ...of(made), body: { miembros: [manager.user.id] } });
  await ask.answer(manager, calls.withdraw, { ...of(made), body: { numero: 1 } });
  const history = await ask.answer(manager, calls.history, of(made));
  expect(history.slice(1).map(({ accion, cambios }) => [accion, cambios])).toEqual([
    [
      'decide',
      [
        { campo: 'decisions', de: null, a: 'Contratar un perito' },
        { campo: 'recorded', de: null, a: 1 },
      ],
    ],
    ['change', [{ campo: 'members', de: 'Hernán Duque', a: null }]],
    ['withdraw', [{ campo: 'decisions', de: 'Contratar un perito', a: null }]],
  ]);
});

it('the demo account has two committees, one closed with three decisions', async () => {
  const { filas } = await ask.answer(guest, calls.list, {
    query: { orden: 'fecha', q: 'comité de auditoría' },
  });
  expect(filas).toMatchObject([
    { status: 'CERRADO', hora: '08:30', decisiones: [{ numero: 1 }, { numero: 2 }, { numero: 3 }] },
    { status: 'PROGRAMADO', decisiones: [] },
  ]);
  const body = toWire(committee, { name: 'x', date: '2026-01-01', organizer: guest.user.id, members: [] });
  expect(await ask.refusal(guest, calls.create, { body })).toBe('403 access_not_authorized');
});
