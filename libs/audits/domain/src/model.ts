import type { AccountId, Can, UserId } from '@cotejo/access-contracts';
import type { Upcaster, Vocabulary } from '@cotejo/event-store/upcast';
import type { z } from 'zod';
import type { IntentRights } from './intent-rights.ts';
import type {
  AuditEvent,
  AuditId,
  AuditProfile,
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
  TeamRole,
  TreeRecord,
} from '@cotejo/audits-contracts';

/** A node of the tree: its record with its id. */
export interface TreeNode extends TreeRecord {
  readonly id: ItemId;
}

/**
 * What the rules read. Three things have this shape: the server's hot state, the browser's mirror of the
 * document, and the copy-on-write overlay that either puts over its base to try intents.
 */
export interface AuditView {
  readonly version: number;
  /** Null where the viewer does not know it (the browser's mirror: the document does not say). */
  readonly audit: AuditId | null;
  readonly recordType: RecordType;
  readonly status: AuditStatus;
  /** Day of the real closing: a completed audit that has one is closed. */
  readonly closedOn: string | null;
  readonly operation: OperationId | null;
  /** Version of the start of the running operation: what is younger was made by it. */
  readonly operationSince: number | null;
  /** Null where the viewer does not know the team (the browser's mirror before it loaded). */
  readonly team: ReadonlyMap<UserId, TeamRole> | null;
  get(id: ItemId): TreeNode | undefined;
  /** Ids under a parent (null = the audit) in order of position, deleted ones included. */
  childrenOf(parent: ItemId | null): readonly ItemId[];
  /** References that stand for an item, living or not, by id. */
  referencesTo(id: ItemId): readonly ItemId[];
  /** State of a registered slice, by its name; undefined when nothing happened in it yet. */
  slice(name: string): unknown;
  /** Highest number among codes `<prefix>-<number>`, deleted items included; 0 when there is none. */
  highestCode(prefix: string): number;
}

/** A change of the audit itself, as opposed to one of its items. */
export interface AuditChange {
  readonly version?: number;
  readonly status?: AuditStatus;
  readonly closedOn?: string | null;
  readonly operation?: OperationId | null;
  readonly operationSince?: number | null;
  /** Version of the start of a running copy: what is younger is shown when all of it is there. */
  readonly hiddenSince?: number | null;
  readonly lastCompaction?: number;
}

/** What the fold writes. `put` keeps the children's order right. */
export interface WritableAuditView extends AuditView {
  put(node: TreeNode): void;
  /** Takes items out for good, as if they had never been. */
  remove(ids: readonly ItemId[]): void;
  setAudit(change: AuditChange): void;
  /** What the audit is, from its first event on; views that hold only a part keep that part. */
  setInfo(info: AuditStateInfo): void;
  setTeamMember(user: UserId, role: TeamRole): void;
  setSlice(name: string, state: unknown): void;
}

/** Where and by whom an intent is judged. Pure: the moment and the rights come in. */
export interface DecisionContext {
  /** ISO 8601 in UTC. */
  readonly now: string;
  readonly actor: UserId;
  readonly can: Can;
  /** Whether somebody belongs to the account; absent where its people are not at hand: the server judges. */
  readonly isPerson?: ((user: UserId) => boolean) | undefined;
  /** Optimistic: in the browser, which skips what only the server can know (staleness, uniqueness). */
  readonly mode: 'server' | 'optimistic';
  /** What the server established about the intent that is judged. */
  readonly sealed?: Sealed | undefined;
}

export type Decision =
  | { readonly ok: true; readonly events: readonly AuditEvent[] }
  | { readonly ok: false; readonly rejection: Rejection };

/** What goes along with an intent. */
export interface Accompaniment {
  /**
   * Go in front of what is decided, in the same append: texts that come to rest before they are signed. What the
   * intent asks is judged on top of them, for words may be what began the work.
   */
  readonly events: readonly AuditEvent[];
  /** Why it may not be what the rules would allow: whoever asks had not seen what others did here. */
  readonly objection: Rejection | null;
}

/**
 * A part of the audit that another context owns and that lives on the audit's stream. It reads the kernel
 * and writes its own state and events; a record changes only through the kernel's events.
 */
export interface Slice {
  readonly name: string;
  /** Kinds of intents and types of events, each with the steps from its older versions to the newest. */
  readonly intents: Vocabulary;
  readonly events: Vocabulary;
  /** What each of its intents asks of a person's rights. */
  readonly rights: Readonly<Record<string, IntentRights>>;
  /** Those of its intents that go on about the plans and evaluations of a closed audit: they are still written. */
  readonly fills?: readonly string[];
  /** Those that an operator orders whatever the state of the audit, closed and cancelled ones included. */
  readonly repairs?: readonly string[];
  /** Null when the payload is malformed. */
  parse(raw: unknown): { readonly kind: string } | null;
  decide(view: AuditView, intent: { readonly kind: string }, context: DecisionContext): Decision;
  /**
   * Why events of others, the kernel's and those of other slices, must not happen as things stand in this slice;
   * absent = it never objects. What itself accompanies an intent has happened by then. In a browser, which may
   * not have this slice's state, only what the view shows may be objected to.
   */
  objects?(view: AuditView, events: readonly AuditEvent[], context: DecisionContext): Rejection | null;
  /**
   * What an intent brings along of this slice: null for nothing. On the server alone; `base` is the version that the
   * asking person had seen, and `context.sealed` what the server established about the intent.
   */
  accompanies?(
    view: AuditView,
    intent: IntentEnvelope['intent'],
    base: number,
    context: DecisionContext,
  ): Accompaniment | null;
  /**
   * Own intents that make a copy of an item hold what of this slice travels with it; asked of the record that the
   * item stands in, and put right after the copy's birth, by the server.
   */
  copies?(source: AuditView, item: ItemId, copy: ItemId): readonly { readonly kind: string }[];
  /** What a signature under an item covers of this slice: each with its revision and hash. */
  signedContent?(view: AuditView, id: ItemId): readonly SignedText[];
  /**
   * By type, the data that its events may be written with: narrower than what is read, so that nothing gets into the
   * log that a table of the read models can't hold. Absent for a slice of tests alone.
   */
  readonly writable?: Readonly<Record<string, z.ZodType>>;
  evolve(state: unknown, event: StoredAuditEvent): unknown;
  /** What of the worksheets is not the same in two of its states; absent where people see nothing of it. */
  readonly contents?: SliceContents;
  /** Forgets items that left the plan for good; absent where nothing is kept by item. */
  forget?(state: unknown, items: readonly ItemId[]): unknown;
  /** For snapshots: plain JSON and back. */
  freeze(state: unknown): unknown;
  thaw(json: unknown): unknown;
}

/** What a slice adds to worksheets. */
export interface SliceContents {
  readonly part: ContentsPart;
  /** Names of what differs, by item: fields of texts, ids of all else. */
  differing(before: unknown, after: unknown): ReadonlyMap<ItemId, readonly string[]>;
}

/** What comes from a browser: nothing of the server's travels with it. */
export type ClientEnvelope = Omit<IntentEnvelope, 'sealed'> & { readonly sealed?: undefined };

export type ClientIntent =
  | { readonly ok: true; readonly envelope: ClientEnvelope }
  | { readonly ok: false; readonly rejection: Rejection };

/** The audit's rules with all registered slices; one instance in the server, one in the browser. */
export interface AuditModel {
  /** Reads events of the audit's stream, and says in which version they are written. */
  readonly events: Upcaster;
  /** The same for intents: browsers write them into their outboxes. */
  readonly intents: Upcaster;
  /** What each kind of intent asks of a person's rights: of every kind that there is, declared. */
  readonly rights: ReadonlyMap<string, IntentRights>;
  /** An intent of an old outbox as it is put today; as it came when nobody here knows it. */
  readonly modern: (envelope: IntentEnvelope) => IntentEnvelope;
  /**
   * An intent as it came from a browser: parsed in the form that browsers may send, in its newest version. What only
   * the server may establish has no place in that form. Kinds that nobody here knows pass, for `decide` to refuse.
   */
  readonly readClient: (envelope: ClientEnvelope) => ClientIntent;
  /** Why an event must not be written, with what of it; null when it may. */
  readonly unwritable: (event: AuditEvent) => string | null;
  /** Parses and judges one intent. Unknown kinds and malformed payloads are rejections, never throws. */
  readonly decide: (view: AuditView, envelope: IntentEnvelope, context: DecisionContext) => Decision;
  /** Folds one event in; no clock, no randomness, no validation. Throws on an event type it does not know. */
  readonly evolve: (view: WritableAuditView, event: StoredAuditEvent) => void;
  /** Version of the shape of frozen states: a snapshot of another one is ignored. */
  readonly stateVersion: number;
  /** The registered slices, for freezing and thawing their states. */
  readonly slices: readonly Slice[];
}

/** Plain JSON, as snapshots hold it. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** What an audit is, as its first event says. */
export interface AuditStateInfo {
  readonly audit: AuditId;
  readonly account: AccountId;
  readonly profile: AuditProfile;
  readonly createdBy: UserId;
  readonly source: AuditSource | null;
}
