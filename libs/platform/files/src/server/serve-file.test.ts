import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Refusal } from '@cotejo/http/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DiskFileStore } from './disk-file-store.ts';
import { contentDisposition, serveFile, type ServedFile } from './serve-file.ts';

const account = '00000000-0000-4000-8000-00000000000a';
const content = Buffer.from('0123456789');
let folder: string;
let http: Server;
let sha256: string;
let file: ServedFile;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-serve-'));
  const store = new DiskFileStore(folder);
  ({ sha256 } = await store.put(account, Readable.from([content])));
  http = createServer((request, response) => {
    serveFile(request, response, store, file).catch((error: unknown) => {
      response.writeHead(error instanceof Refusal ? error.status : 500).end();
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  http.closeAllConnections();
  http.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  file = { account, sha256, name: 'Acta.pdf', kind: 'pdf', inline: false };
});
const get = (headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, { method, headers });

describe('a file that is served', () => {
  it('comes whole, as what it is, and nothing in it may run', async () => {
    const response = await get();
    expect([response.status, await response.text()]).toEqual([200, '0123456789']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '10',
      'content-disposition': `attachment; filename="Acta.pdf"; filename*=UTF-8''Acta.pdf`,
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      etag: `"${sha256}"`,
    });
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  });

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
  ])('%s gives %s', async (range, part, told) => {
    const response = await get({ range });
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
      206,
      part,
      told,
    ]);
  });

  it.each(['bytes=5-2', 'bytes=-', 'lines=1-2', 'bytes=0-1,3-4', 'bytes=a-b', 'bytes=0-1 '.repeat(3)])(
    '%s is as if no range were asked for',
    async (range) => {
      const response = await get({ range });
      expect([response.status, await response.text()]).toEqual([200, '0123456789']);
    },
  );

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s is outside', async (range) => {
    const response = await get({ range });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  });

  it('is not sent again to who has it, nor in parts of another version', async () => {
    expect((await get({ 'if-none-match': `W/"x", "${sha256}"` })).status).toBe(304);
    expect((await get({ range: 'bytes=0-1', 'if-range': `"${sha256}"` })).status).toBe(206);
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
  });

  it('tells its size without being sent', async () => {
    const response = await get({}, 'HEAD');
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      '10',
      '',
    ]);
  });

  it.each([
    ['png', true],
    ['pdf', true],
    ['webp', true],
    ['heic', false],
    ['docx', false],
    ['xml', false],
    ['txt', false],
    ['mp4', false],
  ] as const)('%s in the page: %s', async (kind, isShown) => {
    file = { ...file, kind, inline: true };
    const { headers } = await get();
    expect(headers.get('content-disposition')?.startsWith('inline')).toBe(isShown);
  });

  it('is not found under the hash of another account', async () => {
    file = { ...file, account: '00000000-0000-4000-8000-00000000000b' };
    expect((await get()).status).toBe(404);
  });
});

describe('how a file is called on its way', () => {
  it.each([
    [
      'Acta de reunión.pdf',
      `attachment; filename="Acta de reunion.pdf"; filename*=UTF-8''Acta%20de%20reuni%C3%B3n.pdf`,
    ],
    ['a"b\\c;d%.pdf', `attachment; filename="a_b_c_d_.pdf"; filename*=UTF-8''a%22b%5Cc%3Bd%25.pdf`],
    [
      "x\r\nSet-Cookie: a=b'(1)*.pdf",
      `attachment; filename="x__Set-Cookie: a=b'(1)*.pdf"; filename*=UTF-8''x%0D%0ASet-Cookie%3A%20a%3Db%27%281%29%2A.pdf`,
    ],
    ['日本.pdf', `attachment; filename="__.pdf"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.pdf`],
  ])('%j', (name, header) => {
    expect(contentDisposition('attachment', name)).toBe(header);
  });
});
