import { auditOfStream, kernelEvent, type AuditId } from '@cotejo/audits-contracts';
import { AuditState, createAuditModel, isClosed, isFollowedUp, type AuditModel } from '@cotejo/audits-domain';
import type { RecordedEvent } from '@cotejo/event-store';
import { attachmentEvent, noteEvent, stepProgrammeSet, textRevised } from '@cotejo/worksheets-contracts';
import { worksheetSlices } from '@cotejo/worksheets-domain';
import { z } from 'zod';
import { checkTree } from '../../../libs/audits/domain/src/simulation/check-tree.ts';
import { storedEvent } from '../../../libs/audits/server/src/room/documents/stored-event.ts';
import { FORGED_HASH, FORGED_NUMBER, FORGED_REF } from '../insider/forgery.ts';
import { violation, type Violation, type ViolationName } from '../violation.ts';

const auditEvent = z.union([kernelEvent, noteEvent, attachmentEvent, textRevised, stepProgrammeSet]);
const about = z.looseObject({ id: z.string().optional() });
/** Events of the whole audit that may be written to a closed one: reopening it, adding a guest, compaction. */
const OF_THE_WHOLE: ReadonlySet<string> = new Set([
  'AuditStatusChanged',
  'TeamMemberAdded',
  'TeamMemberChanged',
  'TreeDocumentCompacted',
]);
const FORGERIES = [FORGED_REF, FORGED_HASH, String(FORGED_NUMBER)];

export interface LogRules {
  /** Position before the first attack. */
  readonly began: bigint;
  /** The insider's own audit, the only one in which it types. */
  readonly working: string;
  readonly neighbour: { readonly audit: string; readonly users: ReadonlySet<string> };
}

/** Replays every audit of the run and reports events that the domain's rules do not allow. */
export class LogReplay {
  readonly violations: Violation[] = [];
  private readonly model: AuditModel = createAuditModel(worksheetSlices);
  private readonly states = new Map<string, AuditState>();
  private readonly existed = new Map<string, Set<unknown>>();

  constructor(private readonly rules: LogRules) {}

  take(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      const audit = auditOfStream(event.stream);
      if (audit !== null) this.takeOne(event, audit);
    }
  }

  /** Checks the final trees. */
  end(): readonly Violation[] {
    for (const [stream, state] of this.states)
      this.attempt('rule-broken', stream, () => checkTree(state, this.existed.get(stream) ?? new Set()));
    return this.violations;
  }

  private takeOne(event: RecordedEvent, audit: AuditId): void {
    const name = `${event.stream} ${event.version} ${event.type}`;
    const state = this.states.get(event.stream) ?? new AuditState();
    this.states.set(event.stream, state);
    if (BigInt(event.position) > this.rules.began) this.judge(event, audit, state, name);
    const existed = this.existed.get(event.stream) ?? new Set();
    this.existed.set(event.stream, existed);
    const { id } = about.parse(event.data);
    if (id !== undefined) existed.add(id);
    this.attempt('rule-broken', name, () => this.model.evolve(state, storedEvent(event, this.model.events)));
  }

  /** Judges an event of the run, before it is applied to the state. */
  private judge(event: RecordedEvent, audit: AuditId, state: AuditState, name: string): void {
    this.attempt('event-unreadable', name, () => {
      const { type, data } = this.model.events.read(event);
      auditEvent.parse({ type, data });
    });
    const text = JSON.stringify(event.data);
    const forgery = FORGERIES.find((one) => text.includes(one));
    if (forgery !== undefined) this.wrong('forged-event', `${name} holds ${forgery}: ${text}`);
    const { working, neighbour } = this.rules;
    // No client types in these audits; only imports bring texts of their own.
    const isImported = this.existed.get(event.stream)?.has('imported') === true || state.version < 0;
    if (event.type === 'AuditCreated') this.existed.set(event.stream, new Set(['imported']));
    if (event.type === 'TextRevised' && audit !== working && audit !== neighbour.audit && !isImported)
      this.wrong('text-forged', `${name} by ${event.meta.actor}: ${text}`);
    if (audit === neighbour.audit && !neighbour.users.has(event.meta.actor))
      this.wrong('neighbour-changed', `${name} by ${event.meta.actor}`);
    if (state.version >= 0 && isClosed(state) && !OF_THE_WHOLE.has(event.type))
      this.judgeClosed(event, state, name);
  }

  private judgeClosed(event: RecordedEvent, state: AuditState, name: string): void {
    const { id } = about.parse(event.data);
    const type = id === undefined ? undefined : [...state.nodes()].find((node) => node.id === id)?.type;
    const isText = event.type === 'TextRevised';
    if (isText ? type === 'action_plan' || type === 'evaluation' : isFollowedUp(type)) return;
    this.wrong('closed-audit-changed', `${name} of ${type ?? 'no item'} by ${event.meta.actor}`);
  }

  private attempt(name: ViolationName, what: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      this.wrong(name, `${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private wrong(name: ViolationName, detail: string): void {
    if (this.violations.length < 200) this.violations.push(violation(name, detail.slice(0, 400)));
  }
}
