import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import compression from 'compression';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveWebPages } from './web-pages.ts';

const SCRIPT = 'export const words = [];\n'.repeat(200);
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"></svg>\n'.repeat(100);
let folder: string;
let server: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-web-'));
  const write = (name: string, content: string | Buffer) => writeFile(join(folder, name), content);
  await mkdir(join(folder, 'assets'));
  await write('index.html', '<!doctype html><title>Cotejo</title>');
  for (const [name, content] of [
    ['main-a1.js', SCRIPT],
    ['picture-b2.svg', PICTURE],
  ] as const) {
    await write(`assets/${name}`, content);
    await write(`assets/${name}.br`, brotliCompressSync(content));
    await write(`assets/${name}.gz`, gzipSync(content));
  }
  await write('assets/unpacked-c3.js', SCRIPT);
  const app = express();
  app.use(compression());
  serveWebPages(app, folder);
  server = createServer(app).listen(0);
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Raw bytes of the answer. */
  readonly body: Buffer;
}

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((done, failed) => {
    const { port } = server.address() as AddressInfo;
    request({ port, path, headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', failed)
      .end();
  });

const as = (encodings: string) => ({ 'Accept-Encoding': encodings });

describe('hashed files', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0.1', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ] as const)('come as the build packed them to whoever takes %s', async (taken, encoding, unpack) => {
    const { status, headers, body } = await ask('/assets/main-a1.js', as(taken));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(body.length),
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    expect(unpack(body).toString()).toBe(SCRIPT);
  });

  it.each([{}, as('identity'), as('zstd'), as('br;q=0, gzip;q=0')])('come plain to %j', async (taken) => {
    const { headers, body } = await ask('/assets/main-a1.js', taken);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toBe('Accept-Encoding');
    expect(headers['cache-control']).toContain('immutable');
    expect(body.toString()).toBe(SCRIPT);
  });

  it('name the type and charset of what is packed', async () => {
    const { headers, body } = await ask('/assets/picture-b2.svg', as('br'));
    expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(brotliDecompressSync(body).toString()).toBe(PICTURE);
  });

  it('are packed on the way when the build left them plain', async () => {
    const { headers, body } = await ask('/assets/unpacked-c3.js', as('gzip'));
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(body).toString()).toBe(SCRIPT);
  });

  it('tell each packing by a tag of its own', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(
        async (taken) => (await ask('/assets/main-a1.js', as(taken))).headers.etag,
      ),
    );
    expect(new Set(tags).size).toBe(3);
    const again = await ask('/assets/main-a1.js', { ...as('br'), 'If-None-Match': tags[0] ?? '' });
    expect(again.status).toBe(304);
    const other = await ask('/assets/main-a1.js', { ...as('br'), 'If-None-Match': tags[1] ?? '' });
    expect(other.status).toBe(200);
  });

  it('come in parts of what is packed, and only as headers to HEAD', async () => {
    const { body: whole } = await ask('/assets/main-a1.js', as('gzip'));
    const part = await ask('/assets/main-a1.js', { ...as('gzip'), Range: 'bytes=4-11' });
    expect(part.status).toBe(206);
    expect(part.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-range': `bytes 4-11/${whole.length}`,
    });
    expect(part.body).toEqual(whole.subarray(4, 12));
    const head = await ask('/assets/main-a1.js', as('gzip'), 'HEAD');
    expect(head.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(whole.length),
    });
    expect(head.body).toHaveLength(0);
  });

  it.each(['/assets/gone-d4.js', '/assets/..%2fmain-a1.js', '/assets/../assets/gone.js.br'])(
    'that are not there are not found: %s',
    async (path) => {
      expect((await ask(path, as('br'))).status).toBe(404);
    },
  );
});
