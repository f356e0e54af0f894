import { randomUUID } from 'node:crypto';
import type { AuditDetail, ItemId } from '@cotejo/audits-contracts';
import { ApiError } from '@cotejo/http/client';
import { ROOM_PATH } from '@cotejo/rooms/protocol';
import { RawClient } from '@cotejo/rooms/testing';
import { typeIn } from '@cotejo/texts/testing';
import { WORKSHEET_ROOM_KIND, worksheetRoomId } from '@cotejo/worksheets-contracts';
import { z } from 'zod';
import { signIn, type SignedIn } from '../../bench/product/sign-in.ts';
import type { ServerNode } from '../../faults/cluster/server-node.ts';
import { sleep } from '../../faults/cluster/processes.ts';
import type { Kind } from '../orders.ts';
import { violation, type Violation } from '../violation.ts';
import type { RunningKinds } from '../watch/running-kinds.ts';
import { NEIGHBOUR_PASSWORD } from './neighbours.ts';

/** Milliseconds between two edits of one user. */
const EDIT_EVERY_MS = 80;
const TYPE_EVERY_MS = 500;
const LIST_EVERY_MS = 700;
const SIGN_EVERY_MS = 3_000;
const AGAIN_MS = 300;
const ANSWER_MS = 60_000;

export interface Took {
  readonly ms: number;
  /** Attacks that were running when the edit was sent. */
  readonly kinds: readonly Kind[];
}

export interface NeighbourPlace {
  readonly username: string;
  readonly audit: AuditDetail['id'];
  /** Items that are renamed continuously. */
  readonly renamed: readonly ItemId[];
  /** Item in which the user writes. */
  readonly written: ItemId;
  /** Canary contained in everything that the user writes. */
  readonly word: string;
}

/** A user of the other account at ordinary work on one node: edits, types, lists and signs, and measures the edits. */
export class Neighbour {
  readonly edits: Took[] = [];
  readonly violations: Violation[] = [];
  /** All text that the user typed and the server acknowledged. */
  typed = '';
  private person: SignedIn | null = null;
  private number = 0;

  constructor(
    private readonly node: ServerNode,
    private readonly place: NeighbourPlace,
    private readonly running: RunningKinds,
  ) {}

  async work(signal: AbortSignal): Promise<void> {
    await Promise.all([
      this.keepAt(signal, 'audit', (stop) => this.edit(stop)),
      this.keepAt(signal, 'texts', (stop) => this.type(stop)),
      this.keepAt(signal, 'lists', (stop) => this.list(stop)),
      this.keepAt(signal, 'signatures', (stop) => this.sign(stop)),
    ]);
  }

  /** Restarts after any error, like a user who reloads a page. */
  private async keepAt(
    signal: AbortSignal,
    what: string,
    act: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    while (!signal.aborted) {
      try {
        await act(signal);
      } catch (error) {
        if (signal.aborted) return;
        this.judge(error, what);
        await sleep(AGAIN_MS);
      }
    }
  }

  private judge(error: unknown, what: string): void {
    const { username } = this.place;
    const beside = this.running.now.join(' + ') || 'nothing';
    if (error instanceof ApiError && error.status === 401) {
      this.person = null;
      this.violations.push(violation('neighbour-signed-out', `${username}, ${what}, beside ${beside}`));
    } else if (error instanceof Refused) {
      this.violations.push(
        violation('neighbour-refused', `${username}, ${what}: ${error.message}, beside ${beside}`),
      );
    } else if (error instanceof SentAway) {
      this.violations.push(
        violation('neighbour-sent-away', `${username}, ${what}: ${error.message}, beside ${beside}`),
      );
    } else if (error instanceof ApiError && error.status >= 500 && error.status !== 503) {
      this.violations.push(
        violation('server-fault', `${username}, ${what}: ${error.status} ${error.code}, beside ${beside}`),
      );
    }
    // Any other error means that the node is down, which `NodeWatch` and the cluster report.
  }

  private get url(): string {
    return `http://127.0.0.1:${this.node.port ?? 0}`;
  }

  private async signedIn(): Promise<SignedIn> {
    this.person ??= await signIn(this.url, this.place.username, { password: NEIGHBOUR_PASSWORD });
    return this.person;
  }

  private async enter(room: string, signal: AbortSignal): Promise<RawClient> {
    const person = await this.signedIn();
    const ticket = encodeURIComponent(await person.getTicket());
    const client = new RawClient({
      url: `${this.url.replace('http', 'ws')}${ROOM_PATH}/${room}?ticket=${ticket}`,
    });
    signal.addEventListener('abort', () => client.cut(), { once: true });
    await client.until(
      () => client.advances.length > 0 || client.closeCode !== null,
      'the first sync',
      ANSWER_MS,
    );
    if (client.closeCode !== null) throw new SentAway(`not let in: ${client.closeCode}`);
    return client;
  }

  private async edit(signal: AbortSignal): Promise<void> {
    const { audit, renamed, word } = this.place;
    const client = await this.enter(`audit/${audit}`, signal);
    const session = randomUUID();
    const sent = new Map<number, { at: number; kinds: readonly Kind[] }>();
    let refusal = '';
    client.socket.on('message', () => {
      const at = performance.now();
      client.advances.length = 0;
      for (const frame of client.frames.splice(0)) {
        if (frame.t !== 'answer') continue;
        const asked = sent.get(frame.seq);
        sent.delete(frame.seq);
        if (asked) this.edits.push({ ms: at - asked.at, kinds: asked.kinds });
        if (!frame.outcome.ok) refusal = frame.outcome.code;
      }
    });
    const takePending = (): void => {
      for (const { at, kinds } of sent.values()) this.edits.push({ ms: performance.now() - at, kinds });
      sent.clear();
    };
    // An edit without answer took at least as long as it was awaited.
    signal.addEventListener('abort', takePending, { once: true });
    for (let seq = 0; !signal.aborted; seq++) {
      const id = renamed[seq % renamed.length];
      if (id === undefined) throw new RangeError('nothing to rename');
      sent.set(seq, { at: performance.now(), kinds: this.running.now });
      client.intent(session, seq, { kind: 'rename_item', id, name: `Prueba ${word} ${this.number++}` });
      await sleep(EDIT_EVERY_MS);
      if (seq % 20 === 19) client.send({ t: 'confirm', session, upTo: seq - 10 });
      if (refusal !== '') throw new Refused(refusal);
      if (client.closeCode !== null && !signal.aborted) {
        takePending();
        throw new SentAway(String(client.closeCode));
      }
    }
  }

  private async type(signal: AbortSignal): Promise<void> {
    const { audit, written, word } = this.place;
    const client = await this.enter(`${WORKSHEET_ROOM_KIND}/${worksheetRoomId(audit, written)}`, signal);
    while (!signal.aborted) {
      const words = `${word} ${this.number++}. `;
      const write = client.write(typeIn(client.document, words, 'evidence'));
      const find = () =>
        client.frames.find(
          (frame) => (frame.t === 'stored' || frame.t === 'refused') && frame.write === write,
        );
      await client.until(() => find() !== undefined || client.closeCode !== null, 'an answer', ANSWER_MS);
      const frame = find();
      client.frames.length = 0;
      client.advances.length = 0;
      if (signal.aborted) return;
      if (frame?.t === 'refused') throw new Refused(frame.code);
      if (!frame) throw new SentAway(String(client.closeCode));
      this.typed += words;
      await sleep(TYPE_EVERY_MS);
    }
  }

  private async list(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { api } = await this.signedIn();
      await api.get('/proyecto/riesgo/auditoria/', { schema: z.unknown(), signal });
      await api.get(`/proyecto/riesgo/auditoria/${this.place.audit}/tree/`, { schema: z.unknown(), signal });
      await sleep(LIST_EVERY_MS);
    }
  }

  /** Marks a step as completed and withdraws the mark, in turns. */
  private async sign(signal: AbortSignal): Promise<void> {
    const { audit, renamed } = this.place;
    const client = await this.enter(`audit/${audit}`, signal);
    const session = randomUUID();
    const id = renamed[0];
    for (let seq = 0; !signal.aborted; seq++) {
      const kind = seq % 2 === 0 ? 'sign_item' : 'withdraw_signature';
      client.intent(session, seq, { kind, id, mark: 'completed', ...(seq % 2 === 0 && { textsAt: null }) });
      await client.until(
        () => client.answers.some((one) => one.seq === seq) || client.closeCode !== null,
        'an answer',
        ANSWER_MS,
      );
      // A refusal is fine here: another edit came first, or the step is not ready to be signed.
      client.frames.length = 0;
      client.advances.length = 0;
      if (client.closeCode !== null && !signal.aborted) throw new SentAway(String(client.closeCode));
      await sleep(SIGN_EVERY_MS);
    }
  }
}

class Refused extends Error {}
class SentAway extends Error {}
