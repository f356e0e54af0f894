import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { unsentWork, wipeCaches, type Network } from '@cotejo/rooms/client';
import { NodeSocket } from '@cotejo/rooms/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { memoKinds, MEMO_ACCOUNT } from '../testing/memo-text-host.fixture.ts';
import {
  startTextNode,
  textDatabase,
  type TextDatabase,
  type TextNode,
} from '../testing/text-node.fixture.ts';
import { openText, type TextConnection } from './index.ts';

let database: TextDatabase;
let node: TextNode;
let memo: string;
let open: TextConnection[];

beforeAll(async () => {
  database = await textDatabase();
});
beforeEach(async () => {
  node = await startTextNode(database, { times: { hold: 300 } });
  memo = randomUUID();
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()));
  await node.stop();
});
afterAll(() => database.drop());

interface Page {
  readonly text: TextConnection;
  readonly states: string[];
  readonly network: { goOffline(): void; goOnline(): void };
}

async function page(user: string, startsOffline = false): Promise<Page> {
  const [online, offline] = [new Set<() => void>(), new Set<() => void>()];
  let isOffline = startsOffline;
  const network: Network = {
    isOffline: () => isOffline,
    onOnline: (listener) => (online.add(listener), () => online.delete(listener)),
    onOffline: (listener) => (offline.add(listener), () => offline.delete(listener)),
  };
  const text = await openText({
    url: node.url,
    kind: 'memo',
    id: memo,
    user,
    network,
    rootKinds: memoKinds,
    WebSocket: NodeSocket,
    random: () => 0,
    getTicket: async () => user,
  });
  open.push(text);
  const states: string[] = [text.status.state];
  text.listen({ onStatus: ({ state }) => states.push(state) });
  return {
    text,
    states,
    network: {
      goOffline: () => ((isOffline = true), offline.forEach((listener) => listener())),
      goOnline: () => ((isOffline = false), online.forEach((listener) => listener())),
    },
  };
}
const reload = async (one: Page, startsOffline = false) => {
  open = open.filter((text) => text !== one.text);
  await one.text.close();
  const name = one.text.me?.id ?? '';
  return page(name, startsOffline);
};

const type = ({ text }: Page, words: string, field = 'body') => {
  const { document } = text;
  if (!document) throw new Error('there is nothing to type in');
  document.transact(() => {
    const fragment = document.getXmlFragment(field);
    const paragraph = new Y.XmlElement('paragraph');
    paragraph.insert(0, [new Y.XmlText(words)]);
    fragment.insert(fragment.length, [paragraph]);
  });
};
const shown = ({ text }: Page, field = 'body') =>
  text.document
    ?.getXmlFragment(field)
    .toString()
    .replaceAll(/<[^>]*>/g, '');
const state = (one: Page, expected: string) => vi.waitFor(() => expect(one.text.status.state).toBe(expected));
const stored = async () => {
  const { rows } = await database.owner.query<{ author: string }>(
    'select author from vault.text_update where document = $1 order by seq',
    [memo],
  );
  return rows.map(({ author }) => author);
};

describe('a document as one of its people has it', () => {
  it('is loading until the server has told what there is, and saved once the server has what is written', async () => {
    const ana = await page('ana', true);
    expect(ana.text.document).toBeNull();
    expect(ana.text.status).toMatchObject({ state: 'offline', unsent: false });
    ana.network.goOnline();
    await state(ana, 'saved');
    expect(ana.text.document).not.toBeNull();
    const gate = await node.texts.closeGate({ account: MEMO_ACCOUNT, document: memo });
    type(ana, 'Hola');
    expect(ana.text.status.state).toBe('saving');
    expect(await stored()).toEqual([]);
    expect(ana.text.status.state).toBe('saving');
    await gate.open();
    await state(ana, 'saved');
    expect(await stored()).toEqual(['ana']);
  });

  it('is shared: what one writes the other sees, with where they are', async () => {
    const [ana, ben] = [await page('ana'), await page('ben')];
    await Promise.all([state(ana, 'saved'), state(ben, 'saved')]);
    type(ana, 'Uno');
    await vi.waitFor(() => expect(shown(ben)).toBe('Uno'));
    type(ben, ' dos');
    await vi.waitFor(() => expect(shown(ana)).toBe('Uno dos'));
    ana.text.setPresence({ item: 'c1', field: 'body' });
    // An editor's cursor plugin sets the state like this, with its own user name.
    ana.text.presence.setLocalStateField('user', { name: null, color: null });
    ana.text.presence.setLocalStateField('cursor', {
      anchor: { type: null, tname: 'body', item: null, assoc: 0 },
      head: { type: null, tname: 'body', item: null, assoc: 0 },
    });
    await vi.waitFor(() =>
      expect(ben.text.peers).toMatchObject([{ user: { id: 'ana' }, item: 'c1', field: 'body' }]),
    );
    const [entry] = [...ben.text.presence.getStates()].filter(([id]) => id === ana.text.presence.clientID);
    expect(entry?.[1]).toMatchObject({ user: { name: 'ana' }, cursor: { head: { tname: 'body' } } });
    expect(ana.text.presence.clientID).toBe(ana.text.document?.clientID);
  });

  it('written without a connection survives a reload, and arrives with the next connection', async () => {
    const ana = await page('ana');
    await state(ana, 'saved');
    type(ana, 'Antes');
    await state(ana, 'saved');
    ana.network.goOffline();
    type(ana, ' sin red');
    await state(ana, 'offline');
    expect(ana.text.status).toEqual({ state: 'offline', unsent: true, kept: true });
    expect(await stored()).toHaveLength(1);
    const again = await reload(ana, true);
    expect(shown(again)).toBe('Antes sin red');
    expect(again.text.status).toEqual({ state: 'offline', unsent: true, kept: true });
    await vi.waitFor(async () =>
      expect(await unsentWork('ana')).toMatchObject([{ room: `memo/${memo}`, intents: 1 }]),
    );
    again.network.goOnline();
    await state(again, 'saved');
    expect(await stored()).toHaveLength(2);
    await vi.waitFor(async () => expect(await unsentWork('ana')).toEqual([]));
    const ben = await page('ben');
    await state(ben, 'saved');
    expect(shown(ben)).toBe('Antes sin red');
  });

  it('is called safe in this browser once it lies in its storage, and not before', async () => {
    const ana = await page('ana', true);
    ana.network.goOnline();
    await state(ana, 'saved');
    ana.network.goOffline();
    const kept: ReturnType<typeof unsentWork>[] = [];
    ana.text.listen({
      onStatus: (status) => {
        if (status.state === 'offline' && status.kept) kept.push(unsentWork('ana'));
      },
    });
    type(ana, 'Uno');
    expect(ana.text.status).toEqual({ state: 'saving' });
    type(ana, ' dos');
    await state(ana, 'offline');
    expect(kept).toHaveLength(1);
    expect((await kept[0])?.map(({ room }) => room)).toContain(`memo/${memo}`);
    const killed = await page('ana', true);
    expect(shown(killed)).toBe('Uno dos');
    expect(killed.text.status).toEqual({ state: 'offline', unsent: true, kept: true });
  });

  it('outlives its node: what was not acknowledged is sent to the next one', async () => {
    const ana = await page('ana');
    await state(ana, 'saved');
    const gate = await node.texts.closeGate({ account: MEMO_ACCOUNT, document: memo });
    type(ana, 'Uno');
    await state(ana, 'saving');
    node.rooms.closeSession('s-ana', 1013);
    type(ana, ' dos');
    await gate.open();
    await state(ana, 'saved');
    const ben = await page('ben');
    await state(ben, 'saved');
    expect(shown(ben)).toBe('Uno dos');
  });

  it('waits at a closed gate, longer than the server holds what it writes', async () => {
    const ana = await page('ana');
    await state(ana, 'saved');
    const gate = await node.texts.closeGate({ account: MEMO_ACCOUNT, document: memo });
    type(ana, 'Uno');
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(ana.text.status.state).toBe('saving');
    expect(ana.text.drafts).toEqual([]);
    await gate.open();
    await state(ana, 'saved');
    expect(await stored()).toEqual(['ana']);
  });
});

describe('what the server refuses', () => {
  it('is kept as a draft, through a reload, and the document is the server’s again', async () => {
    const [ana, ben] = [await page('ana'), await page('ben')];
    await Promise.all([state(ana, 'saved'), state(ben, 'saved')]);
    type(ana, 'Firmado');
    await vi.waitFor(() => expect(shown(ben)).toBe('Firmado'));
    ben.network.goOffline();
    type(ben, ', pero no');
    type(ben, 'Aparte', 'notes');
    node.host.refuse('ben', 'text_signed');
    ben.network.goOnline();
    await state(ben, 'readonly');
    expect(shown(ben)).toBe('Firmado');
    expect(ben.text.drafts).toMatchObject([
      {
        code: 'text_signed',
        fields: { body: { text: 'Firmado\n, pero no' }, notes: { text: 'Aparte' } },
      },
    ]);
    const again = await reload(ben);
    await state(again, 'readonly');
    expect(again.text.drafts).toHaveLength(1);
    expect(await unsentWork('ben')).toMatchObject([{ intents: 0, refused: 1 }]);
    await again.text.discardDraft(again.text.drafts[0]!.id);
    expect(await unsentWork('ben')).toEqual([]);
  });

  it('by keeping the person out leaves a draft and nothing else', async () => {
    const ana = await page('ana');
    await state(ana, 'saved');
    type(ana, 'Secreto');
    await state(ana, 'saved');
    ana.network.goOffline();
    type(ana, ' más');
    node.host.shutOut.add('ana');
    ana.network.goOnline();
    await state(ana, 'failed');
    expect(ana.text.status).toEqual({ state: 'failed', reason: 'forbidden' });
    expect(ana.text.document).toBeNull();
    expect(ana.text.mode).toBe('read');
    expect(ana.text.drafts).toMatchObject([
      { code: 'room_revoked', fields: { body: { text: 'Secreto\n más' } } },
    ]);
    const again = await reload(ana, true);
    expect(again.text.document).toBeNull();
  });

  it('for its size is a draft too, and does not stop what follows', async () => {
    const ana = await page('ana');
    await state(ana, 'saved');
    type(ana, 'x'.repeat(2_200_000));
    await vi.waitFor(() => expect(ana.text.drafts).toMatchObject([{ code: 'document_full' }]));
    await state(ana, 'saved');
    type(ana, 'corto');
    await state(ana, 'saved');
    expect(shown(ana)).toMatch(/corto$/);
  });

  it('does not befall what is only too large for one message', async () => {
    const ana = await page('ana');
    await state(ana, 'saved');
    type(ana, 'x'.repeat(900_000));
    await state(ana, 'saved');
    expect(ana.text.drafts).toEqual([]);
    expect(shown(await reload(ana, true))).toHaveLength(900_000);
  });

  it('because it was restored is a draft; what it has now is shown', async () => {
    const ana = await page('ana');
    await state(ana, 'saved');
    type(ana, 'Antes');
    await state(ana, 'saved');
    ana.network.goOffline();
    type(ana, ' luego');
    const again = await reload(ana, true);
    await vi.waitFor(() => expect(node.texts.load.documents).toBe(0));
    node.host.restoreAs('two');
    again.network.goOnline();
    await state(again, 'saved');
    expect(shown(again)).toBe('Antes');
    expect(again.text.drafts).toMatchObject([
      { code: 'history_replaced', fields: { body: { text: 'Antes\n luego' } } },
    ]);
  });
});

describe('a document that can’t be read', () => {
  it('is told as such, and shows no empty page', async () => {
    const ana = await page('ana');
    await state(ana, 'saved');
    type(ana, 'Uno');
    await state(ana, 'saved');
    await reload(ana, true);
    await vi.waitFor(() => expect(node.texts.load.documents).toBe(0));
    await database.owner.query(`update vault.text_update set update = '\\x0909' where document = $1`, [memo]);
    const ben = await page('ben');
    await state(ben, 'failed');
    expect(ben.text.status).toEqual({ state: 'failed', reason: 'unreadable' });
    expect(ben.text.document).toBeNull();
  });
});

describe('on logout', () => {
  it('nothing of it stays in the browser', async () => {
    const ana = await page('ana');
    await state(ana, 'saved');
    type(ana, 'Uno');
    await state(ana, 'saved');
    await wipeCaches('ana');
    const again = await reload(ana, true);
    expect(again.text.document).toBeNull();
  });
});
