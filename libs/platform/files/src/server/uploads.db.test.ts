import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileErrors } from '../file-errors.ts';
import { Refusal } from '@cotejo/http/contracts';
import type { TestDatabase } from '@cotejo/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHUNK_BYTES } from '../protocol.ts';
import { pdf, pdfOf, samples } from './content/samples.fixture.ts';
import {
  ana,
  eva,
  filesDatabase,
  hashOf,
  metadataOf,
  patchHeaders,
  streamed,
  UploadServer,
  type ServerOptions,
} from './upload-server.fixture.ts';

let database: TestDatabase;
let folder: string;
let server: UploadServer;
const start = async (options: Partial<ServerOptions> = {}) => {
  server = await UploadServer.start({ databaseUrl: database.appUrl, folder, ...options });
};

beforeAll(async () => {
  database = await filesDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-files-'));
});
afterEach(async () => {
  await server.forgetAll();
  await server.stop();
  await rm(folder, { recursive: true });
});

describe('an upload', () => {
  it('arrives in pieces of 65,536 bytes, is kept once whole, and is handed over with what it is', async () => {
    await start();
    const file = pdfOf(2 * CHUNK_BYTES + 100);
    const place = await server.begun('ana', 'Acta de cierre.pdf', file.length);
    for (let offset = 0; offset < file.length; offset += CHUNK_BYTES) {
      const piece = file.subarray(offset, offset + CHUNK_BYTES);
      const { status, headers, body } = await server.patch('ana', place, offset, piece);
      expect(headers.get('upload-offset')).toBe(String(offset + piece.length));
      const isLast = offset + piece.length === file.length;
      expect(status).toBe(isLast ? 200 : 204);
      if (isLast) expect(JSON.parse(body)).toEqual({ data: { attachment: place.slice(1) }, status: 200 });
    }
    const taken = { id: place.slice(1), ...ana, target: 'item-1', name: 'Acta de cierre.pdf' };
    const content = { bytes: file.length, sha256: hashOf(file) };
    expect(server.taken).toEqual([{ ...taken, kind: 'pdf', mediaType: 'application/pdf', ...content }]);
    const kept = await server.store.open(ana.account, hashOf(file));
    expect(kept && (await buffer(kept.stream)).equals(file)).toBe(true);
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
  });

  it('takes pieces of any size, also all at once', async () => {
    await start();
    const place = await server.begun('ana', 'a.pdf', pdf.length);
    await server.patch('ana', place, 0, pdf.subarray(0, 1));
    expect((await server.patch('ana', place, 1, pdf.subarray(1))).status).toBe(200);
    expect((await server.send('ana', 'b.pdf', pdfOf(300_000))).status).toBe(200);
  });

  it('gives its answer again to who lost it, and hands nothing over twice', async () => {
    await start();
    const place = await server.begun('ana', 'a.pdf', pdf.length);
    const first = await server.patch('ana', place, 0, pdf);
    const head = await server.request('ana', 'HEAD', place);
    expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
      200,
      String(pdf.length),
      String(pdf.length),
    ]);
    const again = await server.patch('ana', place, pdf.length, Buffer.alloc(0));
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(server.taken).toHaveLength(1);
  });

  it('keeps the same content once in an account, and apart in each', async () => {
    await start();
    await server.send('ana', 'a.pdf', pdf);
    await server.send('luis', 'b.pdf', pdf);
    expect(await server.store.usage(ana.account)).toEqual({ files: 1, bytes: pdf.length });
    expect(await server.store.has(eva.account, hashOf(pdf))).toBeNull();
    expect(await server.uploads.usage(ana.account)).toBe(pdf.length);
  });

  it('is taken back by who began it', async () => {
    await start();
    const place = await server.begun('ana', 'a.pdf', 100);
    await server.patch('ana', place, 0, pdf.subarray(0, 10));
    expect((await server.request('ana', 'DELETE', place)).status).toBe(204);
    expect((await server.request('ana', 'HEAD', place)).status).toBe(404);
    expect(await server.uploads.usage(ana.account)).toBe(0);
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
  });
});

describe('what is refused before a byte is taken', () => {
  it.each([
    ['a program', 'x.exe', 10, 415, 'file_type_refused'],
    ['HTML', 'x.html', 10, 415, 'file_type_refused'],
    ['SVG', 'x.svg', 10, 415, 'file_type_refused'],
    ['a file without a name', '..', 10, 422, 'file_name_invalid'],
    ['an empty file', 'x.pdf', 0, 422, 'file_empty'],
    ['a file over the limit', 'x.pdf', 1001, 413, 'file_too_large'],
    ['a length below zero', 'x.pdf', '-1', 400, 'upload_length_invalid'],
    ['a length that is none', 'x.pdf', '1e3', 400, 'upload_length_invalid'],
  ])('%s', async (_, name, bytes, status, code) => {
    await start({ limits: { file: 1000 } });
    const answer = await server.begin('ana', name, bytes);
    expect([answer.status, answer.code]).toEqual([status, code]);
    const { rowCount } = await server.pool.query('select from vault.upload');
    expect(rowCount).toBe(0);
  });

  it('says why in the words of the person', async () => {
    await start({ limits: { file: 5 * 1024 * 1024 } });
    const { body } = await server.begin('ana', 'x.pdf', 6 * 1024 * 1024);
    expect(body).toContain('El archivo es demasiado grande. El máximo es de 5 MB.');
  });

  it.each([
    ['none', {}],
    ['no target', { 'upload-metadata': metadataOf({ filename: 'a.pdf' }) }],
    ['what is no metadata', { 'upload-metadata': 'filename ###' }],
    ['too much', { 'upload-metadata': metadataOf({ filename: 'a.pdf', target: 'x'.repeat(8000) }) }],
    ['a name given twice', { 'upload-metadata': 'filename YQ==,filename Yg==' }],
    ['a target with a zero', { 'upload-metadata': metadataOf({ filename: 'a.pdf', target: 'a\0b' }) }],
  ])('metadata: %s', async (_, headers) => {
    await start();
    const answer = await server.request('ana', 'POST', '', { 'upload-length': '10', ...headers });
    expect([answer.status, answer.code]).toEqual([400, 'upload_metadata_invalid']);
  });

  it('a length told later', async () => {
    await start();
    const metadata = metadataOf({ filename: 'a.pdf', target: 'x' });
    const headers = { 'upload-defer-length': '1', 'upload-metadata': metadata };
    expect((await server.request('ana', 'POST', '', headers)).code).toBe('upload_length_invalid');
  });

  it.each([
    ['another version of the protocol', { 'tus-resumable': '0.2.2' }, 412, 'upload_protocol_unknown'],
    ['none at all', { 'tus-resumable': '' }, 412, 'upload_protocol_unknown'],
    ['an offset that is none', { 'upload-offset': '1e1' }, 400, 'invalid_request'],
    ['an offset below zero', { 'upload-offset': '-1' }, 400, 'invalid_request'],
    ['content of another type', { 'content-type': 'text/html' }, 400, 'invalid_request'],
  ])('a piece with %s, in our words', async (_, headers, status, code) => {
    await start();
    const place = await server.begun('ana', 'a.pdf', pdf.length);
    const answer = await server.request('ana', 'PATCH', place, { ...patchHeaders(0), ...headers }, pdf);
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(server.taken).toEqual([]);
  });

  it('nothing for what stands before us, or for what is not spoken here', async () => {
    await start();
    const place = await server.begun('ana', 'a.pdf', pdf.length);
    const headers = {
      'x-forwarded-proto': 'https, http',
      'upload-concat': 'final;/x',
      'upload-length': '99999999999',
      'upload-metadata': '###',
      'tus-version': '7',
    };
    const sent = await server.request('ana', 'PATCH', place, { ...patchHeaders(0), ...headers }, pdf);
    expect(sent.status).toBe(200);
  });

  it('who is not known, and who may not', async () => {
    await start({
      authorize: (target) => {
        if (target === 'closed') throw new Refusal(fileErrors, 'file_type_refused');
      },
    });
    expect((await server.begin('nobody', 'a.pdf', 10)).status).toBe(401);
    expect((await server.begin('ana', 'a.pdf', 10, 'closed')).status).toBe(415);
  });

  it('what another method would do', async () => {
    await start();
    expect((await server.request('ana', 'GET', '/x')).status).toBe(405);
    expect((await server.request('ana', 'PUT', '/x')).status).toBe(405);
  });
});

describe('what it answers', () => {
  it('is offered to no page of another site, whatever is asked', async () => {
    await start();
    const origin = { origin: 'https://elsewhere.example' };
    const headers = (all: Headers) => [...all.keys()].filter((name) => name.startsWith('access-control'));
    const options = await server.request('nobody', 'OPTIONS', '', {
      ...origin,
      'access-control-request-method': 'POST',
    });
    expect([options.status, options.headers.get('tus-version')]).toEqual([204, '1.0.0']);
    expect(headers(options.headers)).toEqual([]);
    const metadata = metadataOf({ filename: 'a.pdf', target: 'item-1' });
    const told = { 'upload-length': String(pdf.length), 'upload-metadata': metadata };
    const begun = await server.request('ana', 'POST', '', { ...origin, ...told });
    expect(begun.status).toBe(201);
    const place = `/${begun.headers.get('location')?.split('/').at(-1)}`;
    for (const answer of [
      begun,
      await server.request('ana', 'HEAD', place, origin),
      await server.request('ana', 'PATCH', place, { ...origin, ...patchHeaders(0) }, pdf.subarray(0, 5)),
      await server.request('ana', 'PATCH', place, { ...origin, ...patchHeaders(5) }, pdf.subarray(5)),
      await server.request('luis', 'HEAD', place, origin),
    ])
      expect(headers(answer.headers)).toEqual([]);
  });
});

describe('an upload of somebody else', () => {
  it.each(['luis', 'eva'] as const)('does not exist for %s', async (other) => {
    await start();
    const place = await server.begun('ana', 'a.pdf', pdf.length);
    for (const method of ['HEAD', 'DELETE']) {
      expect((await server.request(other, method, place)).status).toBe(404);
    }
    expect((await server.patch(other, place, 0, pdf)).status).toBe(404);
    expect((await server.patch(other, place, pdf.length, Buffer.alloc(0))).status).toBe(404);
    expect((await server.patch('ana', place, 0, pdf)).status).toBe(200);
  });

  it.each([
    '/..%2f..%2fetc%2fpasswd',
    '/%2e%2e',
    '/a%00b',
    '/x.json',
    '/00000000-0000-4000-8000-000000000000',
  ])('and neither does %s', async (place) => {
    await start();
    expect((await server.request('ana', 'HEAD', place)).status).toBe(404);
    expect((await server.patch('ana', place, 0, pdf)).status).toBe(404);
  });

  it('asks for every piece whether it may still come', async () => {
    let isClosed = false;
    await start({
      authorize: () => {
        if (isClosed) throw new Refusal(fileErrors, 'file_type_refused');
      },
    });
    const place = await server.begun('ana', 'a.pdf', pdf.length);
    isClosed = true;
    for (const method of ['HEAD', 'DELETE']) {
      expect((await server.request('ana', method, place)).status).toBe(415);
    }
    expect((await server.patch('ana', place, 0, pdf)).status).toBe(415);
  });
});

describe('content that lies', () => {
  it.each([
    ['an archive named PDF', 'a.pdf', samples.zip, 'file_type_mismatch'],
    ['a page named PNG', 'a.png', Buffer.from('<html><script>1</script>'), 'file_type_mismatch'],
    ['PDF and archive at once', 'a.pdf', Buffer.concat([pdf, samples.zip]), 'file_type_mismatch'],
    ['a program named PDF', 'a.pdf', Buffer.from('MZ\x90\0', 'latin1'), 'file_type_refused'],
  ])('%s is refused once whole, every time, and leaves nothing', async (_, name, file, code) => {
    await start({ quota: () => 10_000 });
    const place = await server.begun('ana', name, file.length);
    const answer = await server.patch('ana', place, 0, file);
    expect([answer.status, answer.code]).toEqual([415, code]);
    expect((await server.patch('ana', place, file.length, Buffer.alloc(0))).code).toBe(code);
    expect(server.taken).toEqual([]);
    expect(await server.uploads.usage(ana.account)).toBe(0);
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
  });

  it('more bytes than announced are not taken', async () => {
    await start();
    const place = await server.begun('ana', 'a.pdf', 10);
    expect((await server.patch('ana', place, 0, pdf)).status).toBe(413);
    const { headers } = await server.request('ana', 'HEAD', place);
    expect(headers.get('upload-offset')).toBe('0');
  });

  it('more bytes than announced are not taken from a body of unknown length either', async () => {
    await start();
    const place = await server.begun('ana', 'a.pdf', 10);
    const body = new Blob([pdf]).stream();
    const response = await fetch(server.endpoint + place, {
      method: 'PATCH',
      headers: { authorization: 'ana', 'tus-resumable': '1.0.0', ...patchHeaders(0) },
      ...streamed(body),
    });
    expect(response.status).toBe(413);
    expect(server.taken).toEqual([]);
  });

  it('fewer bytes than announced never make a file', async () => {
    await start();
    const place = await server.begun('ana', 'a.pdf', pdf.length + 1);
    expect((await server.patch('ana', place, 0, pdf)).status).toBe(204);
    expect((await server.patch('ana', place, pdf.length + 1, Buffer.alloc(0))).code).toBe(
      'upload_incomplete',
    );
  });

  it('a piece for another place is refused, in our words', async () => {
    await start();
    const place = await server.begun('ana', 'a.pdf', 100);
    const { status, code, headers } = await server.patch('ana', place, 7, pdf.subarray(0, 5));
    expect([status, code, headers.get('content-type')]).toEqual([
      409,
      'upload_offset_conflict',
      'application/json; charset=utf-8',
    ]);
  });

  it('more than announced with the announcement itself leaves nothing', async () => {
    await start({ quota: () => 1000 });
    const headers = {
      'upload-length': '20',
      'upload-metadata': metadataOf({ filename: 'a.pdf', target: 'x' }),
      'content-type': 'application/offset+octet-stream',
    };
    const answer = await server.request('ana', 'POST', '', headers, pdfOf(500));
    expect([answer.status, answer.code]).toEqual([413, 'upload_too_long']);
    expect(await server.uploads.usage(ana.account)).toBe(0);
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
  });
});
