import type { AccountId, PermissionKey, Principal, UserId } from '@cotejo/access-contracts';
import type { RecordModel } from './record-params.ts';
import type { Rejection } from './errors.ts';
import type { AuditSource } from './events.ts';
import type { AuditId, ItemId, OperationId } from './ids.ts';
import type { IntentEnvelope } from './intents.ts';
import type { ItemType } from './item-types.ts';
import type { Sealed } from './sealed.ts';
import type { SystemTask } from './system-actors.ts';

/** An audit that an import is going to fill, led by whoever imports. */
export interface ImportRequest {
  readonly principal: Principal;
  readonly name: string;
  /** Days, YYYY-MM-DD. */
  readonly startDate: string;
  readonly endDate: string;
  readonly source: AuditSource;
  /** Hash of the file. The same `key` with another file is refused. */
  readonly content: string;
  /** The caller's `Idempotency-Key`: the same request again gives the same audit. */
  readonly key?: string | undefined;
  /** Go on although the account has an audit of this source. */
  readonly confirmed: boolean;
}

export interface BegunImport {
  readonly audit: AuditId;
  readonly operation: OperationId;
  /** Where the programme goes. */
  readonly phase: ItemId;
  /** Audit version once created: the base of the first intents. */
  readonly version: number;
  /** False when this very request had begun it before; whoever did goes on with it. */
  readonly created: boolean;
}

/** An import or a copy that runs, by whom it was begun. */
export interface RunningImport {
  readonly audit: AuditId;
  readonly account: AccountId;
  readonly operation: OperationId;
  readonly by: UserId;
}

export type IntentOutcome = { readonly ok: true } | ({ readonly ok: false } & Rejection);

/** What another context's server may have done to audits. Implemented by the server of audits. */
export interface AuditCommands {
  /**
   * Creates an audit with one empty phase and opens the import that fills it; until it ends, only intents
   * under its operation pass.
   * @throws Refusal `forbidden`, `leader_not_found`, `catalogue_imported_before` with details
   * `importedBefore`, `operation_unknown` (this very request was begun before, and given up)
   */
  beginImport(request: ImportRequest): Promise<BegunImport>;
  /**
   * Submits intents in a person's name, in order. They are judged one by one; a refused one does not take
   * the others with it.
   * @returns an outcome for each, and the audit version that shows all of them
   * @throws Refusal `audit_not_found`, `room_unavailable`, `forbidden` (the person may not act any more)
   */
  submit(
    audit: AuditId,
    principal: Principal,
    envelopes: readonly IntentEnvelope[],
    options?: {
      /** UUID that makes the submission repeatable: the same again gets the same outcomes. */
      readonly command?: string | undefined;
    },
  ): Promise<{ readonly outcomes: readonly IntentOutcome[]; readonly version: number }>;
  /**
   * The same by the system's own right: upkeep that no person asked for, or, with `inNameOf`, what a person did before.
   * @throws Refusal `audit_not_found`, `room_unavailable`
   */
  submitAsSystem(
    audit: AuditId,
    task: SystemTask,
    envelopes: readonly IntentEnvelope[],
    options?: { readonly inNameOf?: UserId | undefined },
  ): Promise<{ readonly outcomes: readonly IntentOutcome[]; readonly version: number }>;
  /** Imports and copies in which nothing has happened since a moment: whoever ran them is gone. */
  stalledImports(since: Date): Promise<readonly RunningImport[]>;
}

/** A living item with its audit, as both are called today. */
export interface OpenPlace {
  readonly audit: { readonly id: AuditId; readonly code: string; readonly name: string };
  readonly item: {
    readonly id: ItemId;
    readonly type: ItemType;
    readonly code: string | null;
    readonly name: string;
  };
}

/** What another context's server may ask of audits. */
export interface AuditQueries {
  /**
   * Lets a person in who may see the audit and has a right in it.
   * @throws Refusal `audit_not_found`, `access_not_authorized`
   */
  admit(principal: Principal, audit: AuditId, permission: PermissionKey): Promise<void>;
  /**
   * The living item of a plan that this person may open; `model` is that of the address.
   * @throws Refusal `audit_not_found`, `access_not_authorized`, `item_not_found`
   */
  item(
    principal: Principal,
    audit: AuditId,
    item: ItemId,
    model?: RecordModel,
  ): Promise<{ readonly type: ItemType }>;
  /** Of these places those that are there and whose plans this person may open; in no order, each once. */
  openPlaces(
    principal: Principal,
    places: readonly { readonly audit: AuditId; readonly item: ItemId }[],
  ): Promise<readonly OpenPlace[]>;
  /**
   * Keeps an audit in memory until it is released; null when there is none. All that it says is as of the head of
   * this node.
   */
  hold(audit: AuditId, watcher?: HeldAuditWatcher): Promise<HeldAudit | null>;
  /** Waits until lists and plans show an audit version; false after `timeoutMs`. */
  readable(audit: AuditId, version: number, timeoutMs?: number): Promise<boolean>;
}

/** Told in the tick in which it happens. */
export interface HeldAuditWatcher {
  /** Types of the events that were committed. */
  committed?(types: readonly string[]): void;
  /** It is of no use any more: take hold of it anew. */
  dropped?(): void;
}

/** Whether somebody may have an audit's rooms; `unknown` = to this person there is no such audit. */
export type HeldAdmission =
  | {
      readonly ok: true;
      /** As the others of a room see them. */
      readonly user: {
        readonly id: string;
        readonly name: string;
        readonly initials: string;
        readonly color: number;
      };
    }
  | { readonly ok: false; readonly why: 'session-ended' | 'unknown' | 'forbidden' };

export interface HeldAudit {
  readonly account: AccountId;
  /** Its newest, as this node knows it. */
  readonly version: number;
  /** By the rights that the person has now, whatever they entered with. */
  admission(entering: Principal): HeldAdmission;
  /** Also of an item in the trash; null when the plan has none. */
  typeOf(item: ItemId): ItemType | null;
  /** Whether an item lives, and lies in the living branch of another or is that. */
  isWithin(item: ItemId, branch: ItemId): boolean;
  /** What the rules would say to an intent of this person now; null when nothing stands against it. */
  judge(entering: Principal, intent: RawIntent): Rejection | null;
  /** What a slice keeps: of the context that asks. */
  slice(name: string): unknown;
  release(): void;
}

/** Review notes on the living items of an audit. */
export interface NoteCounts {
  readonly open: number;
  readonly answered: number;
  readonly closed: number;
}

/** What the server of audits asks of whoever keeps their review notes. */
export interface NoteTallies {
  /**
   * Notes of these audits as they are once everything up to `upTo` happened (null = as they are); an audit without
   * any may be absent. Null when they cannot be counted in time.
   */
  countNotes(
    account: AccountId,
    audits: readonly AuditId[],
    upTo: { readonly audit: AuditId; readonly version: number } | null,
  ): Promise<ReadonlyMap<AuditId, NoteCounts> | null>;
}

/** An intent as it came: its kind and whatever fields it has. */
export interface RawIntent {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/**
 * Establishes what the rules need to know of intents of one kind before they are judged: puts texts into the vault
 * (events carry their hashes), brings worksheets to rest. Gives back as many, in their order; the intents stay as they
 * are. Of a malformed one it says nothing (null): the rules refuse it. What it throws counts as an outage.
 */
export type IntentSealer = (
  intents: readonly RawIntent[],
  context: {
    readonly auditId: string;
    readonly accountId: string;
    /** To be done once they are settled, whatever became of them. */
    readonly afterwards: (work: () => Promise<void>) => void;
  },
) => Promise<readonly (Sealed | Unsealed | null)[]>;

/** Stands in the place of an intent that could not be sealed, or whose texts may not be kept: it is refused so. */
export class Unsealed {
  constructor(readonly rejection: Rejection) {}
}
