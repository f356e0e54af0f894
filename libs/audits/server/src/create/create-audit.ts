import { randomUUID } from 'node:crypto';
import type { AccessDirectory, Principal, UserId } from '@cotejo/access-contracts';
import {
  auditErrors,
  auditEvents,
  auditStream,
  CONTRACT_RECORD_TYPE,
  type AuditId,
  type CreateAuditBody,
  type CreateEvaluationBody,
  type ItemId,
  type OperationId,
} from '@cotejo/audits-contracts';
import { createAudit, createEvaluation, type Carried, type NewAudit } from '@cotejo/audits-domain';
import { EventStoreError, type EventStore, type JsonValue } from '@cotejo/event-store';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { z } from 'zod';
import type { ReadDatabase } from '../read-models/read-database.ts';
import type { AuditRooms } from '../room/audit-rooms.ts';
import { intentHashOf, partIdOf } from '../room/intents/command-identity.ts';
import { claimAuditCode, releaseAuditCode, type Claimant } from './claim-audit-code.ts';
import { claimNextCode, codeOf } from './claim-next-code.ts';

export interface CreateAuditServices {
  readonly store: EventStore;
  readonly db: ReadDatabase;
  readonly rooms: AuditRooms;
  readonly directory: AccessDirectory;
  readonly clock: () => Date;
}

export interface CreateAuditRequest {
  readonly principal: Principal;
  readonly body: CreateAuditBody | CreateEvaluationBody;
  /** The caller's `Idempotency-Key`; the same key and body return the same audit. */
  readonly key?: string | undefined;
  readonly team?: NewAudit['team'];
  readonly source?: NewAudit['source'];
  /**
   * Hash of the file that will fill the audit: starts an import, which runs until it is finished or
   * discarded.
   */
  readonly content?: string;
  /** What the audit takes over from the body's origin; its items are written by the operation of the result. */
  readonly carried?: (operation: OperationId) => Carried;
}

export interface CreatedAudit {
  readonly id: AuditId;
  /** Operation that fills the audit: an import, or what is taken over; null without either. */
  readonly operation: OperationId | null;
  readonly code: string;
  /** Audit version after the creation. */
  readonly version: number;
  /** False when an earlier identical request had created it. */
  readonly created: boolean;
}

const createdEvent = z.object({ profile: z.object({ code: z.string() }) });

/** UUID v5 namespace of the commands that create audits: a random UUID that must never change. */
const CREATIONS = '0b6e5f0a-52c1-4b0e-9d0f-6f6a2b8f3c77';

/**
 * Creates an audit with the next free code of its year, AUD-<year>-NNN, or a risk evaluation (EVA) or library
 * (BIB) with a code of its own series. The code is claimed first and released if the creation fails; while
 * the outcome is unknown the claim stays, because the request may be repeated. All ids derive from the
 * request's identity, so that a repetition finds what the first call wrote.
 * @throws Refusal of `auditErrors`: the rules', `code_taken`; `idempotency_key_reused`
 */
export async function createAuditInAccount(
  services: CreateAuditServices,
  request: CreateAuditRequest,
): Promise<CreatedAudit> {
  const identity = identityOf(request);
  const before = request.key === undefined ? null : await createdBefore(services, identity);
  if (before) return before;

  const { principal, body } = request;
  const { id, command, intent, operation } = identity;
  const events = (code: string) => decide(services, request, identity, code);
  const prefix = codePrefixOf(body);
  const chosen = isEvaluationBody(body) ? undefined : body.codigo;
  // Checked before a code is claimed, so that a refused request leaves nothing behind.
  events(chosen ?? codeOf(prefix, 0));

  const at = services.clock().toISOString();
  const claimant: Claimant = { account: principal.accountId, audit: id, actor: principal.userId, at };
  const code =
    chosen === undefined
      ? await claimNextCode(services, prefix, claimant)
      : await claimChosenCode(services.store, chosen, claimant);
  try {
    const { version, created } = await services.rooms.create(id, events(code), {
      actor: principal.userId,
      account: principal.accountId,
      now: at,
      command: { id: command, intent },
      ...(operation && { operation }),
    });
    const first = created ? null : await createdBefore(services, identity);
    if (!first || first.code === code) return { id, code, version, created, operation };
    // The same request ran concurrently and the other call created the audit under another code.
    await releaseAuditCode(services.store, code, claimant);
    return first;
  } catch (error) {
    if (surelyNotCreated(error)) await releaseAuditCode(services.store, code, claimant);
    throw error instanceof EventStoreError && error.kind === 'invalid'
      ? new Refusal(httpErrors, 'idempotency_key_reused')
      : error;
  }
}

/**
 * The audit that this request created before; null without a key, since only the key identifies a request.
 */
export async function findCreatedAudit(
  services: Pick<CreateAuditServices, 'store'>,
  request: CreateAuditRequest,
): Promise<CreatedAudit | null> {
  return request.key === undefined ? null : createdBefore(services, identityOf(request));
}

/** @throws Refusal `code_taken` */
async function claimChosenCode(store: EventStore, code: string, claimant: Claimant): Promise<string> {
  if (await claimAuditCode(store, code, claimant)) return code;
  throw new Refusal(auditErrors, 'code_taken', { params: { code } });
}

const isEvaluationBody = (body: CreateAuditRequest['body']): body is CreateEvaluationBody => 'ano' in body;

/** Code prefix of the audits of a year. */
export const auditPrefix = (year: number | string): string => `AUD-${year}-`;

/** Code prefix of a record type and year. */
function codePrefixOf(body: CreateAuditRequest['body']): string {
  if (!isEvaluationBody(body)) return auditPrefix(body.ano_auditoria ?? body.fecha_inicio.slice(0, 4));
  return `${body.record_type === CONTRACT_RECORD_TYPE.risk_library ? 'BIB' : 'EVA'}-${body.ano}-`;
}

/** Identity of a request, and the ids derived from it. */
interface Identity {
  readonly command: string;
  readonly id: AuditId;
  readonly intent: JsonValue;
  readonly operation: OperationId | null;
}

function identityOf(request: CreateAuditRequest): Identity {
  const { principal, body, key, source, team, content, carried } = request;
  const command = partIdOf(CREATIONS, `${principal.accountId}/${principal.userId}/${key ?? randomUUID()}`);
  return {
    command,
    id: partIdOf(command, 'audit') as AuditId,
    intent: {
      body,
      source: source ?? null,
      team: team ?? [],
      ...(content !== undefined && { content }),
    } as unknown as JsonValue,
    operation:
      content === undefined && carried === undefined ? null : (partIdOf(command, 'operation') as OperationId),
  };
}

const surelyNotCreated = (error: unknown): boolean =>
  error instanceof Refusal
    ? error.code !== 'room_unavailable'
    : error instanceof EventStoreError && (error.kind === 'invalid' || error.kind === 'too-large');

function decide(
  { directory }: CreateAuditServices,
  { principal, body, team, source, carried, content }: CreateAuditRequest,
  { id, command, operation }: Identity,
  code: string,
) {
  let items = 0;
  const { accountId: account } = principal;
  const person = (user: UserId) => directory.principalOf(account, user);
  const facts = { id, account, code, creator: principal, person };
  const decision = isEvaluationBody(body)
    ? createEvaluation({ ...facts, body })
    : createAudit({
        ...facts,
        body,
        source: source ?? null,
        importing: content === undefined ? null : operation,
        carried: (operation && carried?.(operation)) ?? null,
        newItemId: () => partIdOf(command, `item-${items++}`) as ItemId,
        ...(team && { team }),
      });
  if (decision.ok) return decision.events;
  const { code: reason, params } = decision.rejection;
  throw new Refusal(auditErrors, reason, params ? { params } : {});
}

/** The audit that the same command created; null when it created none. */
async function createdBefore(
  { store }: Pick<CreateAuditServices, 'store'>,
  { command, id, intent, operation }: Identity,
): Promise<CreatedAudit | null> {
  const [settled] = await store.settled([command]);
  if (!settled) return null;
  if (settled.intentHash !== intentHashOf(intent)) throw new Refusal(httpErrors, 'idempotency_key_reused');
  for await (const event of store.read(auditStream(id), { from: 0n, to: 0n })) {
    const { profile } = createdEvent.parse(auditEvents.read(event).data);
    return { id, code: profile.code, version: Number(settled.version), created: false, operation };
  }
  return null;
}
