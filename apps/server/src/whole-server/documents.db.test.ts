import type { SessionData } from '@cotejo/access-contracts';
import { errorEnvelope } from '@cotejo/http/contracts';
import type { CopiedDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';

let database: CopiedDatabase;
let started: StartedServer;
let auditor: SessionData;

beforeAll(async () => {
  database = await demoDatabase();
  started = await StartedServer.on(database);
  auditor = await started.signIn('laura.pineda');
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

const table = (format: string, rows: readonly (readonly string[])[] = [['Uno']]) => ({
  ...{ format, title: 'Tareas', facts: [['Filas', '1']], rows },
  columns: [{ title: 'Nombre', kind: 'text', width: 20 }],
});
const post = (body: string, session: SessionData | null = auditor) =>
  fetch(`${started.server.address}/api/documentos/`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Accept-Language': 'es',
      ...(session && { Authorization: `Token ${session.token}` }),
    },
    body,
  });
const refusalOf = async (answer: Response) => {
  const { code, error } = errorEnvelope.parse(await answer.json());
  return [answer.status, code, error];
};

describe('a table that a person posts', () => {
  it.each([
    ['xlsx', 'PK', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['pdf', '%PDF-', 'application/pdf'],
    ['docx', 'PK', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ])('comes back as %s', async (format, magic, type) => {
    const answer = await post(JSON.stringify(table(format)));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-disposition')).toContain(`Tareas.${format}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(new TextDecoder('latin1').decode(bytes.slice(0, magic.length))).toBe(magic);
  });

  it('that is too large is refused, larger than other bodies is not', async () => {
    const rows = (count: number) => Array.from({ length: count }, () => ['x'.repeat(1_000)]);
    expect((await post(JSON.stringify(table('xlsx', rows(500))))).status).toBe(200);
    expect(await refusalOf(await post(JSON.stringify(table('xlsx', rows(5_000)))))).toEqual([
      413,
      'document_too_large',
      expect.stringContaining('Es demasiado para un solo archivo'),
    ]);
  });

  it('is taken from nobody who is not signed in', async () => {
    expect(await refusalOf(await post(JSON.stringify(table('xlsx')), null))).toEqual([
      401,
      'not_authenticated',
      expect.any(String),
    ]);
  });
});
