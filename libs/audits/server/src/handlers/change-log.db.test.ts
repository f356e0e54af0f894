import {
  auditStream,
  changeLogProof,
  changeRow,
  LOG_PROOF_HEADER,
  MOST_EXPORTED,
  type ChangeRow,
} from '@cotejo/audits-contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { AuditsApp, idOf } from './audits-app.fixture.ts';
import { PlanApp, refused } from './plan-app.fixture.ts';

let app: AuditsApp;
let plan: PlanApp;
let all: ChangeRow[];
beforeAll(async () => {
  app = await AuditsApp.open();
  plan = await PlanApp.open(app);
  await plan.add('HT_RIESGO', 'Fraude', 'Selección de proveedores');
  await plan.add('HT_CONTROL', 'Doble firma', 'Fraude');
  await plan.change('Fraude', { probabilidad: 5, impacto: 3 });
  await plan.add('HT_PASO', 'Arqueo', 'Informe');
  await app.call('put', `${plan.base}/tree/${plan.of('Arqueo')}/`, {
    name: 'claudia',
    body: { nombre: '=1+1 "Arqueo"' },
  });
  await plan.remove('Doble firma');
  all = await log('');
});
afterAll(async () => {
  await app.close();
  expect(app.faults).toEqual([]);
});

const log = (query: string) =>
  app.does('get', `${plan.base}/historial/?limite=200${query}`, z.array(changeRow));
const versions = (rows: readonly ChangeRow[]) => rows.map(({ version }) => version);

describe('the change log, filtered', () => {
  const about = (names: readonly string[]) => (row: ChangeRow) =>
    names.some((name) => row.item?.id === plan.of(name));

  it.each<[string, () => string, () => (row: ChangeRow) => boolean]>([
    [
      'by a person',
      () => `&persona=${idOf('claudia')}`,
      () =>
        ({ actor }) =>
          actor.id === idOf('claudia'),
    ],
    ['by two people', () => `&persona=${idOf('claudia')},${idOf('andres')}`, () => () => true],
    [
      'by types, said twice',
      () => '&tipo=ItemValuesSet&tipo=TreeItemDeleted',
      () =>
        ({ type }) =>
          ['ItemValuesSet', 'TreeItemDeleted'].includes(type),
    ],
    ['by an item', () => `&item=${plan.of('Fraude')}`, () => about(['Fraude'])],
    [
      'by an item with what is under it, deleted or not',
      () => `&item=${plan.of('Selección de proveedores')}&rama=1`,
      () => about(['Selección de proveedores', 'Fraude', 'Doble firma']),
    ],
    [
      'by all of these at once',
      () => `&item=${plan.of('Ejecución')}&rama=1&tipo=ItemValuesSet&persona=${idOf('andres')}`,
      () =>
        ({ type }) =>
          type === 'ItemValuesSet',
    ],
    ['by who did nothing', () => `&persona=${idOf('laura')}`, () => () => false],
  ])('%s', async (_, query, isWanted) => {
    expect(versions(await log(query()))).toEqual(versions(all.filter(isWanted())));
  });

  it('by each of those who wrote a text together, in pages and files alike', async () => {
    const text = { id: plan.of('Arqueo'), field: 'evidence', rev: 1, covers: 3, hash: 'x', ref: null };
    const authors = ['claudia', 'laura', 'oscar'].map(idOf);
    await plan.happens('TextRevised', { ...text, authors }, 1);
    const of = async (...names: string[]) => {
      const rows = await log(`&tipo=TextRevised&persona=${names.map(idOf).join(',')}`);
      return rows.map((row) => row.authors);
    };
    const others = [[idOf('laura'), idOf('oscar')]];
    for (const names of [['claudia'], ['laura'], ['oscar'], ['andres', 'oscar'], ['claudia', 'laura']])
      expect([names, await of(...names)]).toEqual([names, others]);
    expect(await of('andres')).toEqual([]);
    const query = `formato=xlsx&tipo=TextRevised&persona=${idOf('laura')}`;
    const file = await app.call('get', `${plan.base}/historial/exportar/?${query}`);
    const proof: unknown = JSON.parse(file.headers[LOG_PROOF_HEADER.toLowerCase()] ?? 'null');
    expect(changeLogProof.parse(proof)).toMatchObject({ cambios: 1 });
    all = await log('');
  });

  it('between moments, the first of them taken in', async () => {
    const middle = all[3] as ChangeRow;
    const at = encodeURIComponent(middle.at);
    const later = (row: ChangeRow) => Date.parse(row.at) >= Date.parse(middle.at);
    expect(versions(await log(`&desde=${at}`))).toEqual(versions(all.filter(later)));
    expect(versions(await log(`&hasta=${at}`))).toEqual(versions(all.filter((row) => !later(row))));
  });

  it('page by page', async () => {
    const wanted = versions(all.filter(({ type }) => type === 'TreeItemCreated'));
    const seen: number[] = [];
    for (let before = ''; ; before = `&antes=${seen.at(-1)}`) {
      const page = await app.does(
        'get',
        `${plan.base}/historial/?limite=2&tipo=TreeItemCreated${before}`,
        z.array(changeRow),
      );
      if (page.length === 0) break;
      seen.push(...versions(page));
    }
    expect(seen).toEqual(wanted);
  });

  it.each([
    '&tipo=',
    '&tipo=a b',
    '&item=x y',
    '&desde=ayer',
    '&hasta=0000-01-01T00:00:00Z',
    '&rama=yes',
    '&persona=',
  ])('refuses %s', async (query) => {
    await refused(400, 'invalid_request', app.call('get', `${plan.base}/historial/?limite=5${query}`));
  });
});

describe('the change log as a file', () => {
  const file = async (query: string, name = 'andres', headers = {}) => {
    const answer = await app
      .call('get', `${plan.base}/historial/exportar/?${query}`, { name, headers })
      .buffer(true)
      .parse((response, done) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => done(null, Buffer.concat(parts)));
      });
    const bytes = answer.body as Buffer;
    const proof: unknown = JSON.parse(answer.headers[LOG_PROOF_HEADER.toLowerCase()] ?? 'null');
    return { status: answer.status, bytes, headers: answer.headers, proof };
  };

  it.each<[string, string, string]>([
    ['xlsx', 'PK', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['pdf', '%PDF-', 'application/pdf'],
    ['docx', 'PK', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ])('%s says up to where it tells and how that is verified', async (format, magic, type) => {
    const { bytes, headers, proof } = await file(`formato=${format}`);
    expect(bytes.subarray(0, magic.length).toString()).toBe(magic);
    expect(headers).toMatchObject({
      'content-type': type,
      'content-length': String(bytes.length),
      'content-disposition': expect.stringContaining(`.${format}`) as string,
    });
    const stored = changeLogProof.parse(proof);
    expect(stored).toMatchObject({ auditoria: plan.audit.id, version: all[0]?.version, cambios: all.length });
    const at = BigInt(stored.version);
    const links: string[] = [];
    for await (const { link } of app.base.store.read(auditStream(plan.audit.id), { from: at, to: at }))
      links.push(link);
    expect(links).toEqual([stored.cadena]);
    if (format === 'pdf') expect(bytes.toString('latin1')).toContain(stored.cadena);
  });

  it('xlsx holds no formula, whatever people wrote, and the link by which it is verified', async () => {
    const { bytes, proof } = await file('formato=xlsx');
    const parts = unzipped(bytes);
    const isSheet = (name: string) => /^xl\/worksheets\/[^/]+\.xml$/.test(name);
    const sheets = [...parts].filter(([name]) => isSheet(name)).map(([, text]) => text);
    expect(sheets).toHaveLength(2);
    for (const sheet of sheets) expect(sheet).not.toMatch(/<f[ >/]/);
    const words = [...parts.values()].join('\n');
    expect(words).toMatch(/>=1\+1 (&quot;|")Arqueo(&quot;|")</);
    expect(words).toContain(changeLogProof.parse(proof).cadena);
  });

  it('holds what is asked for and nothing else', async () => {
    const { proof } = await file(`formato=xlsx&tipo=ItemValuesSet&item=${plan.of('Ejecución')}&rama=1`);
    expect(proof).toMatchObject({ cambios: 1, version: all[0]?.version });
  });

  it('is refused when it would hold too much, to others, and in other formats', async () => {
    const most = MOST_EXPORTED.pdf;
    Object.assign(MOST_EXPORTED, { pdf: 3 });
    const answer = await app.call('get', `${plan.base}/historial/exportar/?formato=pdf`);
    Object.assign(MOST_EXPORTED, { pdf: most });
    expect([answer.status, answer.body]).toEqual([
      422,
      expect.objectContaining({ code: 'log_too_long', details: { most: 3, changes: all.length } }),
    ]);
    expect((await file('formato=pdf', 'stranger')).status).toBe(404);
    expect((await file('formato=pdf', 'marta')).status).toBe(403);
    expect((await file('formato=odt')).status).toBe(400);
  });
});

/** Files of a zip archive as text, by name, from its central directory. */
function unzipped(bytes: Buffer): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    const local = bytes.readUInt32LE(at + 42);
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(begin, begin + size);
    const path = bytes.toString('utf8', at + 46, at + 46 + (name ?? 0));
    files.set(path, (method === 0 ? content : inflateRawSync(content)).toString('utf8'));
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}
