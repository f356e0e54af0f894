import type { UserId } from '@cotejo/access-contracts';
import type { AuditDetail } from '@cotejo/audits-contracts';
import { createAuditModel } from '@cotejo/audits-domain';
import { memoryOutboxStore, type RoomStatus } from '@cotejo/rooms/client';
import * as Y from 'yjs';
import type { AuditSession } from '../../../libs/audits/web/src/session/audit-session.ts';
import { openAuditSession } from '../../../libs/audits/web/src/session/open-audit-session.ts';
import type { SignedIn } from '../../bench/product/sign-in.ts';
import { sleep } from '../cluster/processes.ts';
import type { Random } from '../plan/random.ts';
import { chooseIntent } from './choose-intent.ts';
import type { WireTap } from './wire-tap.ts';

export interface EditorOptions {
  readonly name: string;
  readonly person: SignedIn;
  /** Address of rooms through the editor's own gate. */
  readonly url: string;
  readonly tap: WireTap;
  readonly random: Random;
  readonly people: readonly UserId[];
}

/** A user in an audit with the browser's real client code: base, outbox, rebase and reconnection. */
export class Editor {
  private session: AuditSession | null = null;
  private readonly onlineListeners = new Set<() => void>();

  constructor(private readonly options: EditorOptions) {}

  get name(): string {
    return this.options.name;
  }

  /** Opens an audit; leaves the previous one, whose work must be settled. */
  async enter(audit: AuditDetail): Promise<void> {
    await this.session?.close();
    const { person, url, tap, name } = this.options;
    const { accountId: account, userId: user } = person.principal;
    this.session = await openAuditSession({
      url,
      auditId: audit.id,
      principal: person.principal,
      model: createAuditModel(),
      createdBy: audit.created_by.id as UserId,
      getTicket: () => person.getTicket(),
      store: memoryOutboxStore(),
      locks: null,
      network: {
        isOffline: () => false,
        onOffline: () => () => undefined,
        onOnline: (listener) => {
          this.onlineListeners.add(listener);
          return () => this.onlineListeners.delete(listener);
        },
      },
      WebSocket: tap.socketClass({ name, account, user, audit: audit.id, asksInOrder: true }),
    });
  }

  /** Sends an intent every few milliseconds until the signal aborts. */
  async act(signal: AbortSignal): Promise<void> {
    const { random, people } = this.options;
    while (!signal.aborted) {
      await sleep(random.between(10, 60));
      const { session } = this;
      if (signal.aborted || !session || session.connection.version < 0) continue;
      const intent = chooseIntent({ view: session.view, random, people });
      if (intent) session.act(intent);
    }
  }

  /** Fires the browser's event of a restored network. */
  noticeNetwork(): void {
    for (const listener of this.onlineListeners) listener();
  }

  get pending(): number {
    return this.live.pendingCount;
  }
  get version(): number {
    return this.live.connection.version;
  }
  get status(): RoomStatus {
    return this.live.connection.status;
  }

  /** The client's base document as bytes. */
  document(): Uint8Array {
    return Y.encodeStateAsUpdate(this.live.connection.base);
  }

  async close(): Promise<void> {
    await this.session?.close();
    this.session = null;
  }

  private get live(): AuditSession {
    if (!this.session) throw new Error(`${this.name} is in no audit`);
    return this.session;
  }
}
