import * as Y from 'yjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TREE_DOCUMENT_HEADERS, treeDocumentCalls, treeDocumentHead } from '@cotejo/audits-contracts';
import { pathOf } from '@cotejo/http/contracts';
import { AuditsApp, principals, type CreatedAuditAnswer } from './audits-app.fixture.ts';

let app: AuditsApp;
let audit: CreatedAuditAnswer;

beforeAll(async () => {
  app = await AuditsApp.open();
  audit = await app.create();
});

afterAll(() => app.close());

async function fetchDocument(name = 'andres', headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${app.url}/api${pathOf(treeDocumentCalls.document.path, { id: audit.id })}`, {
    headers: { Authorization: `Token ${name}`, ...headers },
  });
  const { document, version, link } = TREE_DOCUMENT_HEADERS;
  return {
    response,
    bytes: new Uint8Array(await response.arrayBuffer()),
    head: () =>
      treeDocumentHead.parse({
        document: response.headers.get(document),
        version: response.headers.get(version),
        link: response.headers.get(link),
      }),
  };
}

async function hot() {
  const room = await app.rooms.room(audit.id);
  if (!room) throw new Error('no room');
  return room.hot;
}

async function rename(name: string): Promise<void> {
  const principal = principals.get('andres');
  const item = (await hot()).state.childrenOf(null)[0];
  if (!principal || !item) throw new Error('nobody or nothing');
  const intent = { kind: 'rename_item', id: item, name };
  expect((await app.rooms.submit(audit.id, principal, [{ intent, base: 99 }])).outcomes).toEqual([
    { ok: true },
  ]);
}

describe('the tree document over HTTP', () => {
  it.each(['br', 'gzip', 'identity'])('is the room’s, byte for byte, in %s', async (encoding) => {
    const { response, bytes, head } = await fetchDocument('andres', { 'Accept-Encoding': encoding });
    const { document, documentId, version, link } = await hot();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(head()).toEqual({ document: documentId, version, link });
    expect(Buffer.from(bytes).equals(Y.encodeStateAsUpdate(document))).toBe(true);
  });

  it('is brotli for whoever reads that, in whichever order it is named', async () => {
    const { response } = await fetchDocument('andres', { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
    expect(response.headers.get('content-encoding')).toBe('br');
  });

  it('is not sent again to whoever has it', async () => {
    const first = await fetchDocument();
    const etag = first.response.headers.get('etag') ?? '';
    const again = await fetchDocument('andres', { 'If-None-Match': etag });
    expect([again.response.status, again.bytes.length]).toEqual([304, 0]);
    const strong = etag.replace('W/', '');
    for (const known of ['*', strong, `"other", ${strong}`, `"a,b", ${etag}`])
      expect((await fetchDocument('andres', { 'If-None-Match': known })).response.status).toBe(304);
    for (const known of ['W/"other"', strong.replaceAll('"', ''), '"*"'])
      expect((await fetchDocument('andres', { 'If-None-Match': known })).response.status).toBe(200);
  });

  it('may be behind what was changed since, and a base made of it takes the difference', async () => {
    await fetchDocument();
    await rename('Planeación renovada');
    const { bytes, head } = await fetchDocument();
    const { document, documentId, version } = await hot();
    expect(head().document).toBe(documentId);
    expect(head().version).toBeLessThan(version);
    const base = new Y.Doc();
    Y.applyUpdate(base, bytes);
    Y.applyUpdate(base, Y.encodeStateAsUpdate(document, Y.encodeStateVector(base)));
    expect(Y.encodeStateAsUpdate(base)).toEqual(Y.encodeStateAsUpdate(document));
  });

  it('is of the new document at once after a compaction', async () => {
    const before = (await fetchDocument()).head();
    const envelope = { intent: { kind: 'compact_document' }, base: 0 };
    await app.rooms.submitAsSystem(audit.id, 'compaction', [envelope]);
    const { head } = await fetchDocument();
    expect(head().document).not.toBe(before.document);
    expect(head().version).toBe((await hot()).version);
  });

  it.each([
    ['another account, to which it does not exist', 'stranger', 404],
    ['who answers plans and sees no audit', 'julian', 403],
    ['nobody', 'unknown', 401],
  ])('is not for %s', async (_, name, status) => {
    const { response } = await fetchDocument(name);
    expect(response.status).toBe(status);
  });

  it('is for a guest, who reads', async () => {
    expect((await fetchDocument('hernan')).response.status).toBe(200);
  });
});
