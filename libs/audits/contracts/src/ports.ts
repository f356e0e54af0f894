import type { AccountId, PermissionKey, Principal, UserId } from '@cotejo/access-contracts';
import type { TranslationBundle } from '@cotejo/i18n';
import { port } from '@cotejo/record/port';
import type { RecordModel } from './calls/record-params.ts';
import type { Rejection } from './errors.ts';
import type { AuditSource } from './events.ts';
import type { AuditId, ItemId, OperationId } from './ids.ts';
import type { IntentEnvelope } from './intents.ts';
import type { ItemType } from './item-types.ts';
import type { Sealed, SealedText } from './sealed.ts';
import type { SystemTask } from './system-actors.ts';

/** Request for an audit that an import will fill; the importing user becomes its leader. */
export interface ImportRequest {
  readonly principal: Principal;
  readonly name: string;
  /** Days, YYYY-MM-DD. */
  readonly startDate: string;
  readonly endDate: string;
  readonly source: AuditSource;
  /** Hash of the file. A repeated `key` with a different hash is refused. */
  readonly content: string;
  /** The caller's `Idempotency-Key`: a repeated request returns the same audit. */
  readonly key?: string | undefined;
  /** Import even though the account has an audit from this source. */
  readonly confirmed: boolean;
}

export interface BegunImport {
  readonly audit: AuditId;
  readonly operation: OperationId;
  /** Phase that receives the programme. */
  readonly phase: ItemId;
  /** Audit version after the creation: the base of the first intents. */
  readonly version: number;
  /** False when an earlier identical request had started it; that request's handler continues the import. */
  readonly created: boolean;
}

/** A running import or copy, and the user who started it. */
export interface RunningImport {
  readonly audit: AuditId;
  readonly account: AccountId;
  readonly operation: OperationId;
  readonly by: UserId;
}

export type IntentOutcome = { readonly ok: true } | ({ readonly ok: false } & Rejection);

/** Commands on audits for other server contexts. Implemented by the audits server. */
export interface AuditCommands {
  /**
   * Creates an audit with one empty phase and starts the import that fills it; until it ends, only intents
   * under its operation are accepted.
   * @throws Refusal `forbidden`, `leader_not_found`, `catalogue_imported_before` with details
   * `importedBefore`, `operation_unknown` (the same request was started before, and discarded)
   */
  beginImport(request: ImportRequest): Promise<BegunImport>;
  /**
   * Submits intents in a user's name, in order. Each is decided by itself; a refusal does not stop the
   * others.
   * @returns an outcome for each, and the audit version that includes all of them
   * @throws Refusal `audit_not_found`, `room_unavailable`, `forbidden` (the user may not act any more)
   */
  submit(
    audit: AuditId,
    principal: Principal,
    envelopes: readonly IntentEnvelope[],
    options?: {
      /** UUID that makes the submission idempotent: a repetition gets the same outcomes. */
      readonly command?: string | undefined;
    },
  ): Promise<{ readonly outcomes: readonly IntentOutcome[]; readonly version: number }>;
  /**
   * Submits intents by the system's own right: maintenance that no user requested, or, with `inNameOf`, a
   * consequence of that user's earlier action.
   * @throws Refusal `audit_not_found`, `room_unavailable`
   */
  submitAsSystem(
    audit: AuditId,
    task: SystemTask,
    envelopes: readonly IntentEnvelope[],
    options?: { readonly inNameOf?: UserId | undefined },
  ): Promise<{ readonly outcomes: readonly IntentOutcome[]; readonly version: number }>;
  /** Running imports and copies without any change since a moment: the process that ran them has ended. */
  stalledImports(since: Date): Promise<readonly RunningImport[]>;
}

/** A living item with its audit, by their present names. */
export interface OpenPlace {
  readonly audit: { readonly id: AuditId; readonly code: string; readonly name: string };
  readonly item: {
    readonly id: ItemId;
    readonly type: ItemType;
    readonly code: string | null;
    readonly name: string;
  };
}

/** Budgeted minutes of a person in the team of an open audit. */
export interface TeamPlace {
  readonly user: UserId;
  readonly audit: AuditId;
  readonly minutes: number;
  /** Days of the member, else of the audit, yyyy-MM-dd. */
  readonly startDate: string;
  readonly endDate: string;
}

/** Queries on audits for other server contexts. */
export interface AuditQueries {
  /**
   * Admits a user who may see the audit and has a permission in it.
   * @throws Refusal `audit_not_found`, `access_not_authorized`
   */
  admit(principal: Principal, audit: AuditId, permission: PermissionKey): Promise<void>;
  /**
   * A living item of a plan that the user may open; `model` is the path segment of the address.
   * @throws Refusal `audit_not_found`, `access_not_authorized`, `item_not_found`
   */
  item(
    principal: Principal,
    audit: AuditId,
    item: ItemId,
    model?: RecordModel,
  ): Promise<{ readonly type: ItemType }>;
  /**
   * An action plan of which the user is responsible; needs no right in the audit.
   * @returns its finding once that was discussed, else null: drafts are not shown to the audited
   * @throws Refusal `item_not_found`
   */
  ownPlan(
    principal: Principal,
    audit: AuditId,
    plan: ItemId,
  ): Promise<{ readonly discussedFinding: ItemId | null }>;
  /**
   * The places that exist and whose plans the user may open, in no particular order and without duplicates.
   */
  openPlaces(
    principal: Principal,
    places: readonly { readonly audit: AuditId; readonly item: ItemId }[],
  ): Promise<readonly OpenPlace[]>;
  /** Places with hours in the teams of open audits that touch a range of days; guests excluded. */
  teamPlaces(account: AccountId, from: string, to: string): Promise<readonly TeamPlace[]>;
  /**
   * Keeps an audit's room loaded until it is released; null when the audit does not exist. All results are as
   * of this node's head.
   */
  hold(audit: AuditId, watcher?: HeldAuditWatcher): Promise<HeldAudit | null>;
  /** Waits until the read models include an audit version; false after `timeoutMs`. */
  readable(audit: AuditId, version: number, timeoutMs?: number): Promise<boolean>;
}

export const AUDITS = port<AuditCommands & AuditQueries>('audits');

/** Callbacks, called in the tick of the event. */
export interface HeldAuditWatcher {
  /** Types of the committed events. */
  committed?(types: readonly string[]): void;
  /** The room was dropped: call `hold` again. */
  dropped?(): void;
}

/** Whether a user may enter an audit's rooms; `unknown` = for this user the audit does not exist. */
export type HeldAdmission =
  | {
      readonly ok: true;
      /** Public profile of the user in the room. */
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
  /** The audit's version on this node. */
  readonly version: number;
  /** Decided by the user's present rights, whatever they were on entry. */
  admission(entering: Principal): HeldAdmission;
  /** Also for deleted items; null when the plan has no such item. */
  typeOf(item: ItemId): ItemType | null;
  /** Whether an item is alive and equals `branch` or is one of its living descendants. */
  isWithin(item: ItemId, branch: ItemId): boolean;
  /** The rejection that an intent of this user would get now; null when it would be accepted. */
  judge(entering: Principal, intent: RawIntent): Rejection | null;
  /** State of the calling context's slice. */
  slice(name: string): unknown;
  release(): void;
}

/** Review notes on an audit's living items. */
export interface NoteCounts {
  readonly open: number;
  readonly answered: number;
  readonly closed: number;
}

/** Query to the context that keeps review notes. */
export interface NoteTallies {
  /**
   * Note counts of audits after everything up to `upTo` was applied (null = present counts); audits without
   * notes may be absent. Null when they cannot be counted in time.
   */
  countNotes(
    account: AccountId,
    audits: readonly AuditId[],
    upTo: { readonly audit: AuditId; readonly version: number } | null,
  ): Promise<ReadonlyMap<AuditId, NoteCounts> | null>;
}

export const NOTE_TALLIES = port<NoteTallies>('note tallies');

/** Query to the context that keeps files and texts of worksheets. */
export interface EvidenceIndex {
  /**
   * Of some items of an audit, those with a current file or a written evidence, after everything up to `upTo`
   * was applied. Null when that takes too long.
   */
  evidenced(
    account: AccountId,
    upTo: { readonly audit: AuditId; readonly version: number },
    items: readonly ItemId[],
  ): Promise<ReadonlySet<ItemId> | null>;
}

export const EVIDENCE_INDEX = port<EvidenceIndex>('evidence index');

/** Query to the context that keeps the bodies of sealed texts. */
export interface SealedTexts {
  /** Bodies in the order of the seals; null for a text that is redacted, missing or altered. */
  read(
    account: AccountId,
    seals: readonly SealedText[],
  ): Promise<readonly { readonly body: string | null }[]>;
}
export const SEALED_TEXTS = port<SealedTexts>('sealed texts');

/** An unvalidated intent: its kind and any fields. */
export interface RawIntent {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/**
 * Establishes facts that the rules need about intents of one kind, before they are decided: stores texts in
 * the vault (events contain their hashes), or saves worksheets. Returns one result per intent, in order,
 * without modifying the intents; null for a malformed one, which the rules refuse. An exception counts as an
 * outage.
 */
export type IntentSealer = (
  intents: readonly RawIntent[],
  context: {
    readonly auditId: string;
    readonly accountId: string;
    /** Registers work to run after the intents are settled, whatever their outcome. */
    readonly afterwards: (work: () => Promise<void>) => void;
  },
) => Promise<readonly (Sealed | Unsealed | null)[]>;

/** By intent kind. */
export const INTENT_SEALERS = port<Readonly<Record<string, IntentSealer>>>('intent sealers');

/** Text catalogue of a context whose events appear in audits' change logs. */
export const CHANGE_WORDS = port<TranslationBundle>('change words');

/**
 * Result for an intent that could not be sealed, or whose texts may not be stored: it is refused with this
 * rejection.
 */
export class Unsealed {
  constructor(readonly rejection: Rejection) {}
}
