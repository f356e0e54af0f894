import type { AccountId, Can, UserId } from '@cotejo/access-contracts';
import type { Upcaster, Vocabulary } from '@cotejo/event-store/upcast';
import { port } from '@cotejo/record/port';
import type { z } from 'zod';
import type { IntentRights } from '../access/intent-rights.ts';
import type { FindPerson } from './team-of-record.ts';
import type {
  AuditConclusion,
  AuditEvent,
  AuditId,
  AuditProfile,
  AuditRemoval,
  AuditSource,
  AuditStatus,
  ContentsPart,
  IntentEnvelope,
  ItemId,
  OperationId,
  RecordType,
  Rejection,
  Sealed,
  SignedText,
  StoredAuditEvent,
  Stretch,
  StretchId,
  TeamMemberState,
  TeamRole,
  TimeRecord,
  TimeRecordId,
  TreeRecord,
} from '@cotejo/audits-contracts';

/** A node of the tree: its record with its id. */
export interface TreeNode extends TreeRecord {
  readonly id: ItemId;
}

/**
 * Read interface of the rules. Implemented by the server's hot state, the browser's mirror of the document,
 * and the copy-on-write overlay by which both try intents.
 */
export interface AuditView {
  readonly version: number;
  /** Null where unknown (the browser's mirror: the document does not contain it). */
  readonly audit: AuditId | null;
  readonly recordType: RecordType;
  readonly status: AuditStatus;
  /** Day of the actual closing: a completed audit that has one is closed. */
  readonly closedOn: string | null;
  /** Day of its last closing, also where it was reopened since; null = never closed, or not known (the browser's mirror). */
  readonly lastClosedOn: string | null;
  /** Null unless it is in the trash of the account, or purged from it. */
  readonly removal: AuditRemoval | null;
  /** Rating and conclusion; null where the viewer does not know them (the browser's mirror). */
  readonly conclusion: AuditConclusion | null;
  /** Null where the viewer does not know it (the browser's mirror). */
  readonly year: number | null;
  /** Of a cancelled or postponed audit: what it goes back to. Null of others, and where the viewer does not know it. */
  readonly before: StatusBefore | null;
  readonly operation: OperationId | null;
  /** Version at which the running operation started: later items were created by it. */
  readonly operationSince: number | null;
  /** Active members. Null where the viewer does not know the team (the browser's mirror before it loaded). */
  readonly team: ReadonlyMap<UserId, TeamRole> | null;
  /** Current and former members; null where the viewer does not know it (the browser's mirror). */
  readonly members: ReadonlyMap<UserId, TeamMemberState> | null;
  /** Time spent on the audit; null where the viewer does not know it (the browser's mirror). */
  readonly timeRecords: ReadonlyMap<TimeRecordId, TimeRecord> | null;
  /** Null where the viewer does not know it. */
  readonly profile: AuditProfile | null;
  /** Sprints and visits, removed ones included. */
  readonly stretches: ReadonlyMap<StretchId, Stretch>;
  get(id: ItemId): TreeNode | undefined;
  /** Ids of the children of a parent (null = the audit), ordered by position, deleted ones included. */
  childrenOf(parent: ItemId | null): readonly ItemId[];
  /** Ids of the references to an item, deleted ones included. */
  referencesTo(id: ItemId): readonly ItemId[];
  /** State of a registered slice, by name; undefined before its first event. */
  slice(name: string): unknown;
  /** Highest number among codes `<prefix>-<number>`, deleted items included; 0 when there is none. */
  highestCode(prefix: string): number;
}

/** Status, and year where a postponement changed it. */
export interface StatusBefore {
  readonly status: AuditStatus;
  readonly year: number | null;
}

/** A change of the audit itself, as opposed to one of its items. */
export interface AuditChange {
  readonly version?: number;
  readonly status?: AuditStatus;
  readonly closedOn?: string | null;
  readonly lastClosedOn?: string | null;
  readonly removal?: AuditRemoval | null;
  readonly conclusion?: AuditConclusion | null;
  readonly year?: number | null;
  readonly before?: StatusBefore | null;
  readonly operation?: OperationId | null;
  readonly operationSince?: number | null;
  /** Version at which the running copy started: its items are shown when it is finished. */
  readonly hiddenSince?: number | null;
  readonly lastCompaction?: number;
}

/** Write interface of the fold. `put` keeps the children in order. */
export interface WritableAuditView extends AuditView {
  put(node: TreeNode): void;
  /** Removes items permanently. */
  remove(ids: readonly ItemId[]): void;
  setAudit(change: AuditChange): void;
  /** Sets the facts of the first event; views that hold only some of them ignore the rest. */
  setInfo(info: AuditStateInfo): void;
  /** A member as they are from now on; who is not active leaves `team`. */
  setMember(user: UserId, member: TeamMemberState): void;
  setStretch(stretch: Stretch): void;
  /** Replaces facts of the first event that changed since. */
  setProfile(change: Partial<AuditProfile>): void;
  /** A time record as it is from now on; null removes it. */
  setTimeRecord(id: TimeRecordId, record: TimeRecord | null): void;
  setSlice(name: string, state: unknown): void;
}

/** Context in which an intent is decided. Time and rights are passed in, so that the rules stay pure. */
export interface DecisionContext {
  /** ISO 8601 in UTC. */
  readonly now: string;
  readonly actor: UserId;
  readonly can: Can;
  /** Whether a user belongs to the account; absent where its users are not loaded, and the server decides. */
  readonly isPerson?: ((user: UserId) => boolean) | undefined;
  /** People of the account with their rights; absent in a browser: the server judges. */
  readonly person?: FindPerson | undefined;
  /** Optimistic: in the browser, which skips what only the server can know (staleness, uniqueness). */
  readonly mode: 'server' | 'optimistic';
  /** Facts that the server established about the intent. */
  readonly sealed?: Sealed | undefined;
}

export type Decision =
  | { readonly ok: true; readonly events: readonly AuditEvent[] }
  | { readonly ok: false; readonly rejection: Rejection };

/** Events by which a slice accompanies an intent. */
export interface Accompaniment {
  /**
   * Appended before the intent's own events, in the same append, for example texts that must be saved before
   * they are signed. The intent is decided on the state after them, because they may start the work.
   */
  readonly events: readonly AuditEvent[];
  /**
   * Rejection of an intent that the rules accept, because the user had not seen others' changes in this
   * slice.
   */
  readonly objection: Rejection | null;
}

/**
 * A part of the audit that another context owns and that lives on the audit's stream. It reads the audit core
 * and writes its own state and events; items change only through events of the core.
 */
export interface Slice {
  readonly name: string;
  /** Kinds of intents and types of events, each with its upcasters from older versions to the newest. */
  readonly intents: Vocabulary;
  readonly events: Vocabulary;
  /** Permissions that each of its intents requires. */
  readonly rights: Readonly<Record<string, IntentRights>>;
  /** Intents still allowed on action plans and evaluations of a closed audit. */
  readonly fills?: readonly string[];
  /** Intents that an operator may order in any state of the audit, also closed or cancelled. */
  readonly repairs?: readonly string[];
  /** Null when the payload is malformed. */
  parse(raw: unknown): { readonly kind: string } | null;
  decide(view: AuditView, intent: { readonly kind: string }, context: DecisionContext): Decision;
  /**
   * Rejection of events of others (the core and other slices) that conflict with this slice's state; absent =
   * never. Events by which this slice accompanies the intent have been applied already. In a browser, which
   * may lack this slice's state, only facts of the view may be used.
   */
  objects?(view: AuditView, events: readonly AuditEvent[], context: DecisionContext): Rejection | null;
  /**
   * Events by which this slice accompanies an intent; null for none. Called on the server only. `base` is the
   * version that the user had seen, and `context.sealed` holds facts established by the server.
   */
  accompanies?(
    view: AuditView,
    intent: IntentEnvelope['intent'],
    base: number,
    context: DecisionContext,
  ): Accompaniment | null;
  /**
   * Intents of this slice that copy its content of an item; called with the source's record. The server
   * appends their events directly after the copy's creation.
   */
  copies?(source: AuditView, item: ItemId, copy: ItemId): readonly { readonly kind: string }[];
  /** Items with review notes that are not closed, once for each note. Absent = it keeps none. */
  openNotes?(view: AuditView): readonly ItemId[];
  /** What a signature under an item covers of this slice: each with its revision and hash. */
  signedContent?(view: AuditView, id: ItemId): readonly SignedText[];
  /**
   * Schemas of its events' data for writing: narrower than for reading, so that no event enters the log that
   * a table of the read models cannot store. Absent only for slices in tests.
   */
  readonly writable?: Readonly<Record<string, z.ZodType>>;
  evolve(state: unknown, event: StoredAuditEvent): unknown;
  /** Compares worksheet contents of two of its states; absent when the slice has no visible content. */
  readonly contents?: SliceContents;
  /** Removes state of purged items; absent when no state is kept per item. */
  forget?(state: unknown, items: readonly ItemId[]): unknown;
  /** Conversion to plain JSON and back, for snapshots. */
  freeze(state: unknown): unknown;
  thaw(json: unknown): unknown;
}

/** Slices of the contexts that write to audits' streams. */
export const AUDIT_SLICES = port<readonly Slice[]>('audit slices');

/** Worksheet contents of a slice. */
export interface SliceContents {
  readonly part: ContentsPart;
  /** Names of the differing contents by item: field names of texts, ids of everything else. */
  differing(before: unknown, after: unknown): ReadonlyMap<ItemId, readonly string[]>;
}

/** Envelope received from a client; cannot carry facts established by the server. */
export type ClientEnvelope = Omit<IntentEnvelope, 'sealed'> & { readonly sealed?: undefined };

export type ClientIntent =
  | { readonly ok: true; readonly envelope: ClientEnvelope }
  | { readonly ok: false; readonly rejection: Rejection };

/** The audit's rules with all registered slices; one instance on the server, one in the browser. */
export interface AuditModel {
  /** Upcasts events of the audit's stream, and knows the version in which each type is written. */
  readonly events: Upcaster;
  /** Upcasts intents, which browsers store in their outboxes. */
  readonly intents: Upcaster;
  /** Permissions required by every kind of intent. */
  readonly rights: ReadonlyMap<string, IntentRights>;
  /** An intent of an older outbox in its newest version; unchanged when its version is unknown here. */
  readonly modern: (envelope: IntentEnvelope) => IntentEnvelope;
  /**
   * Parses a client's intent in the form allowed to clients, in its newest version; fields reserved to the
   * server are rejected. Unknown kinds pass, for `decide` to refuse.
   */
  readonly readClient: (envelope: ClientEnvelope) => ClientIntent;
  /** Why an event must not be written; null when it may. */
  readonly unwritable: (event: AuditEvent) => string | null;
  /** Parses and decides one intent. Unknown kinds and malformed payloads are rejections, never exceptions. */
  readonly decide: (view: AuditView, envelope: IntentEnvelope, context: DecisionContext) => Decision;
  /** Folds one event: no clock, no randomness, no validation. Throws on an unknown event type. */
  readonly evolve: (view: WritableAuditView, event: StoredAuditEvent) => void;
  /** Version of the shape of frozen states: snapshots of other versions are ignored. */
  readonly stateVersion: number;
  /** The registered slices, for freezing and thawing their states. */
  readonly slices: readonly Slice[];
}

/** Plain JSON, as stored in snapshots. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** Facts of an audit from its first event. */
export interface AuditStateInfo {
  readonly audit: AuditId;
  readonly account: AccountId;
  readonly profile: AuditProfile;
  readonly createdBy: UserId;
  readonly source: AuditSource | null;
}
