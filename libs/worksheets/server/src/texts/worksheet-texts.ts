import type { PermissionKey, Principal, UserId } from '@cotejo/access-contracts';
import type { AuditCommands, AuditId, AuditQueries, HeldAudit } from '@cotejo/audits-contracts';
import { closeCode } from '@cotejo/rooms/protocol';
import type { Admission, Audience, Member, OpenRoom, RoomHost, RoomLog } from '@cotejo/rooms/server';
import { MAX_UPDATE_BYTES } from '@cotejo/texts/protocol';
import {
  splitUpdate,
  TextRooms,
  type Revision,
  type TextGate,
  type TextKey,
  type TextTimes,
} from '@cotejo/texts/server';
import { worksheetRoomId, type RevisedText } from '@cotejo/worksheets-contracts';
import type { Pool } from 'pg';
import * as Y from 'yjs';
import { HeldAudits } from './held-audits.ts';
import { MOST_REVISIONS, sealRevision } from './revised-texts.ts';
import type { GateKeeper, TextGates } from './text-gates.ts';
import type { TextVault } from './text-vault.ts';
import { placeOfRoom, WorksheetRoomHost, type WorksheetPlace } from './worksheet-room-host.ts';

/** Events that may change users' rights in a worksheet. */
const RIGHTS_EVENTS: ReadonlySet<string> = new Set([
  'AuditStatusChanged',
  'AuditDeleted',
  'AuditRestored',
  'TeamMemberAdded',
  'TeamMemberChanged',
  'TreeItemAssigned',
  'TreeItemDeleted',
  'TreeItemRestored',
  'TreeItemPurged',
  'OperationStarted',
  'OperationFinished',
  'OperationDiscarded',
]);

/** Milliseconds that an audit stays held after a room was left: its last edits are still being written. */
const LINGER_MS = 10_000;

/** The texts of this worksheet are being signed; pending rows are revised with the signature. */
class RevisionDeferred extends Error {
  override readonly name = 'RevisionDeferred';
}

export interface WorksheetTextsOptions {
  readonly audits: Pick<AuditQueries, 'hold'> & Pick<AuditCommands, 'submitAsSystem'>;
  readonly vault: TextVault;
  readonly gates: TextGates;
  readonly pool: Pool;
  /** Connection string of the listening connection. */
  readonly connectionString: string;
  /** Incarnation of the event store. */
  readonly incarnation: string;
  readonly log: RoomLog;
  readonly times?: Partial<TextTimes>;
}

interface OpenHere {
  readonly audit: AuditId;
  readonly audience: Audience<Principal>;
}

/** Texts of worksheets: rooms for editing, and revisions into the log. */
export class WorksheetTexts implements RoomHost<Principal>, GateKeeper {
  readonly kind: string;
  readonly permission: PermissionKey;
  private readonly holds: HeldAudits;
  private readonly rooms: TextRooms<Principal>;
  private readonly open_ = new Map<string, Set<OpenHere>>();
  private readonly lingering = new Map<NodeJS.Timeout, () => void>();
  /** Pending revisions by document, with the functions that abort them. */
  private readonly revising = new Map<string, Set<(reason: Error) => void>>();
  private readonly suspended = new Set<string>();

  constructor(private readonly options: WorksheetTextsOptions) {
    const { audits, vault, gates, pool, connectionString, incarnation, log, times } = options;
    this.holds = new HeldAudits({
      audits,
      committed: (audit, types) => {
        if (types.some((type) => RIGHTS_EVENTS.has(type))) this.judgeAgain(audit);
      },
      dropped: (audit) => this.sendAway(audit),
    });
    const host = new WorksheetRoomHost({
      incarnation,
      holds: this.holds,
      vault,
      revise: (place, revision) => this.revise(place, revision),
    });
    this.kind = host.kind;
    this.permission = host.permission;
    this.rooms = new TextRooms<Principal>({
      host,
      pool,
      connectionString,
      log: (level, message, details) => {
        const isDeferred = 'error' in details && details.error instanceof RevisionDeferred;
        log(isDeferred ? 'info' : level, message, details);
      },
      ...(times && { times }),
    });
    gates.guard(this, this.holds);
  }

  start(): Promise<void> {
    return this.rooms.start();
  }

  /** Revises all pending texts; must run before audits stop accepting intents. */
  rest(): Promise<void> {
    return this.rooms.rest();
  }

  /** Must run after all clients were disconnected. */
  async stop(): Promise<void> {
    await this.rooms.stop();
    for (const [timer, release] of this.lingering) {
      clearTimeout(timer);
      release();
    }
    this.lingering.clear();
  }

  get load(): { readonly documents: number; readonly bytes: number } {
    return this.rooms.load;
  }

  authorize(principal: Principal, id: string): Promise<Admission> {
    return this.rooms.authorize(principal, id);
  }

  /** Holds the audit while one of its worksheets is open: it judges the edits. */
  async open(id: string, audience: Audience<Principal>): Promise<OpenRoom<Principal>> {
    const place = placeOfRoom(id);
    const held = place && (await this.holds.take(place.audit));
    try {
      const room = await this.rooms.open(id, audience);
      if (!place || !held) return room;
      const here = { audit: place.audit, audience };
      this.open_.set(id, (this.open_.get(id) ?? new Set<OpenHere>()).add(here));
      const leave = (): void => this.left(id, here, held, room);
      // All other members are inherited from the live room.
      return Object.create(room, { leave: { value: leave } }) as OpenRoom<Principal>;
    } catch (error) {
      if (place && held) this.holds.give(place.audit, held);
      throw error;
    }
  }

  closeGate(key: TextKey): Promise<TextGate> {
    return this.rooms.closeGate(key);
  }

  reviseSoon(key: TextKey): void {
    this.rooms.reviseSoon(key);
  }

  suspend({ document }: TextKey): void {
    this.suspended.add(document);
    for (const giveUp of this.revising.get(document) ?? []) giveUp(new RevisionDeferred());
  }

  resume({ document }: TextKey): void {
    this.suspended.delete(document);
  }

  /**
   * Edits a worksheet's document in a user's name, as if typed in the browser. @returns null, or the code of
   * the refusal
   */
  async writeAs(
    principal: Principal,
    { audit, item }: WorksheetPlace,
    change: (document: Y.Doc) => void,
  ): Promise<string | null> {
    const id = worksheetRoomId(audit, item);
    const admission = await this.authorize(principal, id);
    if (!admission.ok) return 'forbidden';
    const room = await this.open(id, NOBODY);
    try {
      const copy = new Y.Doc();
      Y.applyUpdate(copy, Y.encodeStateAsUpdate(room.document));
      const before = Y.encodeStateVector(copy);
      copy.transact(() => change(copy));
      const member: Member<Principal> = { ...SILENT, principal, user: admission.user };
      const update = Y.encodeStateAsUpdate(copy, before);
      copy.destroy();
      for (const part of splitUpdate(update, MAX_UPDATE_BYTES)) {
        const written = await room.write?.(member, part);
        if (!written?.ok) return written?.code ?? 'forbidden';
      }
      room.rest?.(member);
      return null;
    } finally {
      room.leave();
    }
  }

  private left(id: string, here: OpenHere, held: HeldAudit, room: OpenRoom<Principal>): void {
    const others = this.open_.get(id);
    others?.delete(here);
    if (others?.size === 0) this.open_.delete(id);
    room.leave();
    const release = (): void => this.holds.give(here.audit, held);
    const timer = setTimeout(() => {
      this.lingering.delete(timer);
      release();
    }, LINGER_MS);
    timer.unref();
    this.lingering.set(timer, release);
  }

  private judgeAgain(audit: AuditId): void {
    for (const [id, ones] of this.open_) {
      if (![...ones].some((one) => one.audit === audit)) continue;
      this.rooms.judgeAgain(id).catch((error: unknown) => {
        this.options.log('error', 'the people of a worksheet could not be judged again', { room: id, error });
        for (const { audience } of ones) audience.close(closeCode.tryAgain, 'try again');
      });
    }
  }

  private sendAway(audit: AuditId): void {
    for (const ones of [...this.open_.values()])
      for (const one of [...ones])
        if (one.audit === audit) one.audience.close(closeCode.tryAgain, 'try again');
  }

  private async revise({ audit, item }: WorksheetPlace, revision: Revision): Promise<void> {
    const { document } = revision;
    if (this.suspended.has(document)) throw new RevisionDeferred();
    const texts = await sealRevision(this.options.vault, revision, async () => {
      const byName = new Map((await this.rooms.fieldsOf(revision))?.map((field) => [field.field, field]));
      return (name) => byName.get(name);
    });
    for (const [writer, written] of byLastWriter(texts)) {
      for (let at = 0; at < written.length; at += MOST_REVISIONS) {
        const revisions = written.slice(at, at + MOST_REVISIONS);
        await this.submit(audit, document, writer, { kind: 'revise_texts', id: item, revisions });
      }
    }
  }

  /** A signature of the same worksheet aborts this revision and includes its texts. */
  private async submit(
    audit: AuditId,
    document: string,
    writer: UserId | undefined,
    intent: { readonly kind: 'revise_texts'; readonly [field: string]: unknown },
  ): Promise<void> {
    let giveUp: (reason: Error) => void = () => undefined;
    const givenUp = new Promise<never>((_, reject) => (giveUp = reject));
    const running = this.revising.get(document) ?? new Set();
    this.revising.set(document, running.add(giveUp));
    if (this.suspended.has(document)) giveUp(new RevisionDeferred());
    try {
      const submitted = this.options.audits.submitAsSystem(audit, 'texts', [{ intent, base: -1 }], {
        inNameOf: writer,
      });
      submitted.catch(() => undefined);
      const { outcomes } = await Promise.race([submitted, givenUp]);
      const [outcome] = outcomes;
      if (outcome?.ok || !outcome) return;
      if (PASSING.has(outcome.code)) throw new Error(`a text could not be revised: ${outcome.code}`);
      // Permanent refusal: the document keeps its rows, and the next revision covers them.
      this.options.log('warn', 'a revision of a text is not kept', { document, code: outcome.code });
    } finally {
      running.delete(giveUp);
      if (running.size === 0) this.revising.delete(document);
    }
  }
}

/** Groups revisions by their last author, to whom the change is attributed; the revision names the others. */
function byLastWriter(
  texts: readonly RevisedText[],
): ReadonlyMap<UserId | undefined, readonly RevisedText[]> {
  const found = new Map<UserId | undefined, RevisedText[]>();
  for (const text of texts) {
    const writer = text.authors.at(-1);
    found.set(writer, [...(found.get(writer) ?? []), text]);
  }
  return found;
}

/** Transient refusals. */
const PASSING: ReadonlySet<string> = new Set(['operation_running', 'upgrade_in_progress']);

/** Audience of edits without a connected client. */
const NOBODY: Audience<Principal> = {
  members: () => [],
  advance: () => undefined,
  reset: () => undefined,
  close: () => undefined,
};
const SILENT = {
  answer: () => undefined,
  charge: () => undefined,
  setMode: () => undefined,
  close: () => undefined,
};
