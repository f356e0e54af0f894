import { ITEMS_MAP, type ItemId, type TreeRecord } from '@cotejo/audits-contracts';
import { readRecord } from '@cotejo/audits-domain';
import { messageType } from '@cotejo/rooms/protocol';
import type { RawClient } from '@cotejo/rooms/testing';
import type { AuditSession } from '../../../libs/audits/web/src/session/audit-session.ts';
import type { FsyncedInsert } from '../floors/fsynced-insert.ts';
import type { SocketRelay } from '../floors/socket-relay.ts';
import { clock } from '../measure/clock.ts';
import type { Pace } from '../measure/pace.ts';
import type { Act } from './choose-act.ts';

export interface FrameTimes {
  /** Milliseconds from the act to the moment named: */
  readonly echo: number[];
  readonly acknowledged: number[];
  readonly received: number[];
  /** Milliseconds of the floors, measured between the acts. */
  readonly relay: number[];
  readonly insert: number[];
  /** Sizes of the messages that the other client received. */
  readonly bytes: number[];
}

export interface FrameOptions {
  readonly acting: AuditSession;
  readonly watching: RawClient;
  readonly relay: SocketRelay;
  readonly insert: FsyncedInsert;
  readonly nextAct: (number: number) => Act;
  readonly pace: Pace;
  readonly warmUp: number;
  readonly acts: number;
}

/**
 * Two clients without screens. After each act the floors transport and store the bytes that the other client just
 * received, so that other load on the machine affects all three equally.
 */
export async function measureFrames(options: FrameOptions): Promise<FrameTimes> {
  const { acting, watching, relay, insert, nextAct, pace } = options;
  const times: FrameTimes = { echo: [], acknowledged: [], received: [], relay: [], insert: [], bytes: [] };
  let latest: { at: number; bytes: Uint8Array } = { at: 0, bytes: new Uint8Array() };
  watching.socket.prependListener('message', (data: unknown) => {
    if (data instanceof Uint8Array && data[0] === messageType.advance) latest = { at: clock(), bytes: data };
  });
  for (let number = 0; number < options.warmUp + options.acts; number++) {
    const { intent, item, shows } = nextAct(number);
    const acknowledged = nextSettled(acting);

    const began = clock();
    const result = acting.act(intent);
    const echoed = clock();
    if (!result.ok) throw new Error(`${intent.kind} was refused: ${result.rejection.code}`);
    const row = acting.snapshot.rowOf(item);
    if (!row || !shows(row.node)) throw new Error(`${intent.kind} does not show`);

    await watching.until(() => {
      const record = recordOf(watching, item);
      return record !== null && shows(record);
    });
    const { at, bytes } = latest;
    const settled = await acknowledged;
    await pace.pause(20, 40);
    const passed = await relay.pass(bytes);
    await pace.pause(20, 40);
    const stored = await insert.insert(bytes);
    await pace.pause(20, 40);

    if (number < options.warmUp) continue;
    times.echo.push(echoed - began);
    times.acknowledged.push(settled - began);
    times.received.push(at - began);
    times.relay.push(passed);
    times.insert.push(stored);
    times.bytes.push(bytes.length);
  }
  return times;
}

function recordOf(client: RawClient, item: ItemId): TreeRecord | null {
  const record = client.document.getMap(ITEMS_MAP).get(item);
  return record === undefined ? null : readRecord(record);
}

/** Resolves when the next intent is answered and its result is in the base. */
function nextSettled(session: AuditSession): Promise<number> {
  return new Promise((resolve, reject) => {
    const stop = session.connection.outbox.onSettled(([settled]) => {
      stop();
      if (settled?.tray) reject(new Error(`refused: ${settled.tray.code}`));
      else resolve(clock());
    });
  });
}
