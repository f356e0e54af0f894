import type { ItemId } from '@cotejo/audits-contracts';
import { openText, type TextConnection } from '@cotejo/texts/client';
import { contentsOf } from '@cotejo/texts/protocol';
import { attachmentView, WORKSHEET_ROOM_KIND, worksheetRoomId } from '@cotejo/worksheets-contracts';
import { NodeSocket } from '@cotejo/rooms/testing';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import { z } from 'zod';
import type { AuditSession } from '../../../libs/audits/web/src/session/audit-session.ts';
import { rootKindsOf } from '../../../libs/worksheets/server/src/texts/worksheet-room-host.ts';
import { startFloor } from '../floors/start-floor.ts';
import { clock } from '../measure/clock.ts';
import type { SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';
import type { TextPlace } from './text-rooms.ts';
import { typicalText } from './typical-text.ts';

const FIELDS = 15;
const answered = z.object({ adjuntos: z.array(attachmentView) });

export interface Openings {
  /** Milliseconds until values, texts and files of a worksheet are loaded and decoded. */
  readonly opened: number[];
  /** Milliseconds to get that text from a relay that keeps it in memory and checks nothing. */
  readonly relay: number[];
}

interface Opening {
  readonly place: TextPlace;
  readonly person: SignedIn;
  readonly session: AuditSession;
  readonly items: readonly ItemId[];
  readonly rounds: number;
  readonly warmUp: number;
  readonly random: () => number;
}

/** Opens worksheets like a browser that holds the plan, alternating with the relay. */
export async function measureOpenings(run: BenchRun, options: Opening): Promise<Openings> {
  const { items, rounds, warmUp, random } = options;
  const relay = await startFloor(run, 'y-relay-server.mjs');
  const first = await connectToRelay(relay.port, typicalText(random));
  const times: Openings = { opened: [], relay: [] };
  for (let number = 0; number < warmUp + rounds; number++) {
    run.signal.throwIfAborted();
    const item = items[number % items.length];
    if (item === undefined) throw new RangeError('no worksheet to open');
    const opened = await openOnce(options, item);
    const relayed = await openRelayed(relay.port);
    if (number < warmUp) continue;
    times.opened.push(opened);
    times.relay.push(relayed);
  }
  first.destroy();
  return times;
}

async function openOnce({ place, person, session }: Opening, item: ItemId): Promise<number> {
  const began = clock();
  const files = person.api.get(`/proyecto/riesgo/auditoria/${place.audit}/tree/${item}/adjuntos/`, {
    schema: answered,
  });
  const text = await openText({
    url: `${place.url.replace(/^http/, 'ws')}/rooms`,
    kind: WORKSHEET_ROOM_KIND,
    id: worksheetRoomId(place.audit, item),
    user: person.principal.userId,
    rootKinds: rootKindsOf('step'),
    getTicket: () => person.getTicket(),
    WebSocket: NodeSocket,
  });
  await shown(text);
  const node = session.view.get(item);
  await files;
  const fields = contentsOf(text.document ?? new Y.Doc(), rootKindsOf('step'));
  const took = clock() - began;
  if (!node || fields.length !== FIELDS) throw new Error(`a worksheet came with ${fields.length} texts`);
  await text.close();
  return took;
}

function shown(text: TextConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (text.status.state === 'failed') reject(new Error(`texts failed: ${text.status.reason}`));
      else if (text.document !== null && text.status.state === 'saved') resolve();
    };
    text.listen({ onStatus: look, onDocument: look });
    look();
  });
}

async function openRelayed(port: number): Promise<number> {
  const began = clock();
  const document = new Y.Doc();
  const provider = await connectToRelay(port, document);
  const fields = contentsOf(document, rootKindsOf('step'));
  const took = clock() - began;
  if (fields.length !== FIELDS) throw new Error(`the relay gave ${fields.length} texts`);
  provider.destroy();
  return took;
}

async function connectToRelay(port: number, document: Y.Doc): Promise<WebsocketProvider> {
  const provider = new WebsocketProvider(`ws://127.0.0.1:${port}`, 'texto', document, {
    WebSocketPolyfill: NodeSocket,
    disableBc: true,
  });
  await new Promise<void>((resolve) => provider.once('sync', () => resolve()));
  return provider;
}
