import { randomUUID } from 'node:crypto';
import type { AccessDirectory, AccountId, Person, Principal, Role, UserId } from '@cotejo/access-contracts';
import { DEFAULT_PERMISSIONS } from '@cotejo/access-domain';
import {
  auditErrors,
  type AuditCommands,
  type AuditEvent,
  type AuditId,
  type AuditQueries,
  type BegunImport,
  type ImportRequest,
  type IntentEnvelope,
  type IntentOutcome,
  type ItemId,
  type OperationId,
  type RunningImport,
  SealedWords,
} from '@cotejo/audits-contracts';
import { auditCan, AuditState, createAudit, createAuditModel, displayOrder } from '@cotejo/audits-domain';
import { Refusal } from '@cotejo/http/contracts';
import { stepProgrammeSlice } from '@cotejo/worksheets-domain';
import { type SetStepProgramme } from '@cotejo/worksheets-contracts';

export const ACCOUNT = randomUUID() as AccountId;

/** Users of one account, whose rights a test may revoke. */
export class FakeDirectory implements AccessDirectory {
  private readonly roles = new Map<UserId, Role>();
  zone = 'America/Bogota';

  add(role: Role): UserId {
    const id = randomUUID() as UserId;
    this.roles.set(id, role);
    return id;
  }
  remove(user: UserId): void {
    this.roles.delete(user);
  }
  principal(user: UserId): Principal {
    const principal = this.principalOf(ACCOUNT, user);
    if (!principal) throw new Error('nobody');
    return principal;
  }
  principalOf(accountId: AccountId, userId: UserId): Principal | null {
    const role = this.roles.get(userId);
    if (!role) return null;
    const permissions = DEFAULT_PERMISSIONS[role];
    return { accountId, userId, sessionId: null, role, isSuperuser: false, groups: [], permissions };
  }
  timeZone(): string {
    return this.zone;
  }
  people(accountId: AccountId): readonly Person[] {
    return [...this.roles].map(([id, role]) => ({
      id,
      accountId,
      role,
      username: '',
      firstName: '',
      lastName: '',
      initials: '',
      userType: 'auditor',
      active: true,
      position: null,
    }));
  }
  person(accountId: AccountId, userId: UserId): Person | null {
    return this.people(accountId).find(({ id }) => id === userId) ?? null;
  }
  principalOfSession(): Principal | null {
    return null;
  }
  onSessionEnded(): () => void {
    return () => undefined;
  }
}

export interface FakeAudit {
  readonly request: ImportRequest;
  readonly begun: BegunImport;
  readonly state: AuditState;
  readonly events: AuditEvent[];
}

/** Audits in memory with their real rules; texts get fake seals. */
export class FakeAudits implements AuditCommands, Pick<AuditQueries, 'readable'> {
  private readonly model = createAuditModel([stepProgrammeSlice]);
  readonly audits: FakeAudit[] = [];
  /** Number of intents of each accepted submission. */
  readonly batches: number[] = [];
  readonly authors: Principal[] = [];
  /** Imports reported as stalled. */
  stalled: readonly RunningImport[] = [];
  stalledSince: Date | null = null;
  /** Called before each submission. */
  onSubmit: () => void | Promise<void> = () => undefined;

  constructor(private readonly directory: FakeDirectory) {}

  /** The only audit; throws unless there is exactly one. */
  get only(): FakeAudit {
    const [audit, other] = this.audits;
    if (!audit || other) throw new Error(`${this.audits.length} audits`);
    return audit;
  }

  beginImport(request: ImportRequest): Promise<BegunImport> {
    const before = this.audits.find((each) => request.key && each.request.key === request.key);
    if (before) return Promise.resolve({ ...before.begun, created: false });
    const { principal, name, startDate, endDate, source } = request;
    const audit = randomUUID() as AuditId;
    const operation = randomUUID() as OperationId;
    const decision = createAudit({
      id: audit,
      account: ACCOUNT,
      code: 'AUD-2026-001',
      creator: principal,
      person: (user) => this.directory.principalOf(ACCOUNT, user),
      source,
      importing: operation,
      newItemId: () => randomUUID() as ItemId,
      body: {
        nombre: name,
        plantilla: 'programa',
        frequency_type: 'PRG',
        tipo_auditoria: 'DFT',
        fecha_inicio: startDate,
        fecha_fin: endDate,
        horas_presupuestadas: 0,
        lider: principal.userId,
        procesos: [],
        riesgos: [],
      },
    });
    if (!decision.ok) return Promise.reject(new Refusal(auditErrors, decision.rejection.code));
    const state = new AuditState();
    const events: AuditEvent[] = [];
    for (const event of decision.events) this.take(state, events, event, principal.userId);
    const [phase] = state.childrenOf(null);
    const begun = { audit, operation, phase: phase as ItemId, version: state.version, created: true };
    this.audits.push({ request, begun, state, events });
    return Promise.resolve(begun);
  }

  async submit(
    audit: AuditId,
    principal: Principal,
    envelopes: readonly IntentEnvelope[],
  ): Promise<{ outcomes: IntentOutcome[]; version: number }> {
    await this.onSubmit();
    const found = this.audits.find(({ begun }) => begun.audit === audit);
    if (!found) throw new Refusal(auditErrors, 'audit_not_found');
    const current = this.directory.principalOf(ACCOUNT, principal.userId);
    if (!current) throw new Refusal(auditErrors, 'forbidden');
    this.authors.push(principal);
    const { state, events } = found;
    const outcomes = envelopes.map((envelope): IntentOutcome => {
      const decision = this.model.decide(state, sealed(envelope), {
        now: '2026-01-01T00:00:00.000Z',
        actor: principal.userId,
        can: auditCan(current, state),
        mode: 'server',
      });
      if (!decision.ok) return { ok: false, ...decision.rejection };
      for (const event of decision.events) this.take(state, events, event, principal.userId);
      return { ok: true };
    });
    this.batches.push(envelopes.length);
    return { outcomes, version: state.version };
  }

  submitAsSystem(): Promise<never> {
    return Promise.reject(new Error('nobody asks for upkeep here'));
  }

  stalledImports(since: Date): Promise<readonly RunningImport[]> {
    this.stalledSince = since;
    return Promise.resolve(this.stalled);
  }

  readable(): Promise<boolean> {
    return Promise.resolve(true);
  }

  private take(state: AuditState, events: AuditEvent[], event: AuditEvent, actor: string): void {
    const at = '2026-01-01T00:00:00.000Z';
    this.model.evolve(state, { ...event, version: state.version + 1, actor, at, operation: null });
    events.push(event);
  }
}

/** The tree as indented lines in display order. */
export function linesOf(state: AuditState, parent: ItemId | null = null, level = 0): string[] {
  return displayOrder(state, parent).flatMap((id) => {
    const node = state.get(id);
    const label = [node?.type, node?.code, node?.name].filter(Boolean).join(' ');
    return ['  '.repeat(level) + label, ...linesOf(state, id, level + 1)];
  });
}

function sealed(envelope: IntentEnvelope): IntentEnvelope {
  if (envelope.intent.kind !== 'set_step_programme') return envelope;
  const { objective, instructions } = envelope.intent as unknown as SetStepProgramme;
  const texts = instructions.length + (objective === null ? 0 : 1);
  const seal = () => ({ ref: randomUUID(), hash: '0'.repeat(64), length: 1 });
  return { ...envelope, sealed: new SealedWords(Array.from({ length: texts }, seal)) };
}
