import type { AccountId, PermissionKey, Principal, UserId } from '@cotejo/access-contracts';
import type { Rejection } from './errors.ts';
import type { AuditSource } from './events.ts';
import type { AuditId, ItemId, OperationId } from './ids.ts';
import type { IntentEnvelope } from './intents.ts';
import type { ItemType } from './item-types.ts';

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
  /** Imports and copies in which nothing has happened since a moment: whoever ran them is gone. */
  stalledImports(since: Date): Promise<readonly RunningImport[]>;
}

/** What another context's server may ask of audits. */
export interface AuditQueries {
  /**
   * Lets a person in who may see the audit and has a right in it.
   * @throws Refusal `audit_not_found`, `access_not_authorized`
   */
  admit(principal: Principal, audit: AuditId, permission: PermissionKey): Promise<void>;
  /**
   * The living item of a plan that this person may open.
   * @throws Refusal `audit_not_found`, `access_not_authorized`, `item_not_found`
   */
  item(principal: Principal, audit: AuditId, item: ItemId): Promise<{ readonly type: ItemType }>;
  /** Waits until lists and plans show an audit version; false after `timeoutMs`. */
  readable(audit: AuditId, version: number, timeoutMs?: number): Promise<boolean>;
}

/** An intent as it came: its kind and whatever fields it has. */
export interface RawIntent {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/**
 * Takes texts out of intents of one kind before they are judged (bodies lie in a vault, events carry their
 * hashes); gives back as many, in their order. It leaves a malformed intent as it is, for the rules to
 * refuse; what it throws counts as an outage.
 */
export type IntentSealer = (
  intents: readonly RawIntent[],
  context: { readonly auditId: string; readonly accountId: string },
) => Promise<readonly RawIntent[]>;
