import {
  createAuditBody,
  type AuditAction,
  type AuditId,
  type AuditUnit,
  type CreateAuditBody,
  type ItemId,
  type KernelIntent,
  type TeamRole,
} from '@cotejo/audits-contracts';
import { createAuditInAccount } from '@cotejo/audits-server';
import { addDays, differenceInCalendarDays } from 'date-fns';
import { morningOn } from './demo-days.ts';
import { actsOf, type DemoItem, type DemoStaff, type DemoWorksheets } from './demo-plan.ts';
import { declarations, timeActs, type DemoMember } from './demo-team.ts';
import type { DemoAct } from './demo-worksheet.ts';
import { demoId } from './name-uuid.ts';
import { demoUserId } from './seed-demo-account.ts';
import { demoPrincipal, playActs, type DemoTools, type Play } from './write-demo-audit.ts';

/** How an audit came to its end. */
export type DemoEnding =
  | { readonly kind: 'closed' | 'culminated'; readonly rating: string; readonly conclusion: string }
  /** Closed although work was left, or cancelled. */
  | { readonly kind: 'closed_for_reason' | 'cancelled'; readonly reason: string }
  | { readonly kind: 'postponed'; readonly year: number };

/** An audit created by its manager through the product’s own call, and the intents that follow. */
export interface DemoCreation {
  /** Name from which its ids are derived. */
  readonly key: string;
  readonly name: string;
  readonly code: string;
  readonly record?: CreateAuditBody['record_type'];
  /** Template with a single phase, which receives the processes. */
  readonly template: 'programa' | 'financiera-blanco';
  /** yyyy-MM-dd */
  readonly startDate: string;
  readonly endDate: string;
  readonly createdOn?: string;
  readonly hours: number;
  readonly staff: DemoStaff;
  readonly team: readonly (DemoMember & { readonly role: TeamRole })[];
  /** Business unit in scope, to which the processes belong. */
  readonly unit: AuditUnit;
  /** Items of each process in scope; an audit without any is not started. */
  readonly processes: Readonly<Record<string, readonly DemoItem[]>>;
  readonly worksheets: DemoWorksheets;
  /** Calendar days from its first day on which it was worked on; absent = to its last day. */
  readonly workedDays?: number;
  /** Absent = it goes on. */
  readonly ending?: DemoEnding;
}

type ChangeAuditStatus = Extract<KernelIntent, { kind: 'change_audit_status' }>;

/** Days from an audit's last day until it is concluded, and until it is closed after that. */
const CONCLUDED_AFTER = 7;
const CONCLUDING_DAYS = 3;

/** Creates the audit by the product's own use case and plays its work; repeating it resumes where it stopped. */
export async function seedCreatedAudit(tools: DemoTools, creation: DemoCreation): Promise<AuditId> {
  const { key, staff, team, startDate, endDate, createdOn = startDate, workedDays, ending } = creation;
  const begin = morningOn(createdOn);
  const { audits } = tools;
  const { id, created } = await createAuditInAccount(
    { ...audits, clock: () => new Date(begin.getTime()) },
    { principal: demoPrincipal(tools, staff.manager), body: bodyOf(creation), key: demoId(`audit ${key}`) },
  );
  const days = workedDays ?? differenceInCalendarDays(morningOn(endDate), begin) + 1;
  const play: Play = { id, name: key, begin, days, isNew: created };
  const places = await processesOf(tools, id);
  const work = workOf(creation, places);
  if (work.length > 0) {
    const started: DemoAct = {
      actor: staff.manager,
      intent: { kind: 'change_audit_status', action: 'start' },
    };
    const acts = [started, ...declarations(team), ...work];
    const items = [...places.values()];
    const time = timeActs(team, { audit: key, begin, days, after: acts, before: [], items });
    await playActs(tools, play, [...acts, ...time]);
  }
  if (ending) {
    const last = { ...play, begin: addDays(morningOn(endDate), CONCLUDED_AFTER), days: CONCLUDING_DAYS };
    await concludeAudit(tools, last, staff, ending);
  }
  return id;
}

/** Processes in scope, which stand in the template's only phase, by name. */
async function processesOf({ audits }: DemoTools, id: AuditId): Promise<ReadonlyMap<string, ItemId>> {
  const state = (await audits.rooms.room(id))?.state;
  const processes = state?.childrenOf(null).flatMap((phase) => state.childrenOf(phase)) ?? [];
  return new Map(processes.map((process) => [state?.get(process)?.name ?? '', process]));
}

const workOf = (
  { key, staff, processes, worksheets }: DemoCreation,
  places: ReadonlyMap<string, ItemId>,
): DemoAct[] =>
  Object.entries(processes).flatMap(([name, items]) =>
    actsOf(`${key}/process ${name}`, items, worksheets, { staff, parent: places.get(name) ?? null }),
  );

/** Brings an audit to its end: the leader rates and concludes it, and the manager signs what they read. */
export async function concludeAudit(
  tools: DemoTools,
  play: Play,
  staff: DemoStaff,
  ending: DemoEnding,
): Promise<void> {
  const { audits, account } = tools;
  const by = (actor: string, ...intents: KernelIntent[]): DemoAct[] =>
    intents.map((intent) => ({ actor, intent }));
  const move = (
    action: AuditAction,
    more: Pick<ChangeAuditStatus, 'reason' | 'year'> = {},
  ): KernelIntent => ({
    ...{ kind: 'change_audit_status', action },
    ...more,
  });
  if ('reason' in ending) {
    const action = ending.kind === 'cancelled' ? 'cancel' : 'close';
    await playActs(tools, named(play, 'end'), by(staff.manager, move(action, { reason: ending.reason })));
  } else if ('year' in ending) {
    await playActs(tools, named(play, 'end'), by(staff.manager, move('postpone', { year: ending.year })));
  } else {
    const { rating, conclusion: text } = ending;
    const scale = await audits.ratings(account);
    const concluding: KernelIntent[] = [
      { kind: 'rate_audit', rating, scale: [...scale] },
      { kind: 'conclude_audit', text },
    ];
    await playActs(tools, named(play, 'conclusion'), by(staff.leader, ...concluding));
    const seen = (await audits.rooms.room(play.id))?.state.conclusion?.version ?? -1;
    await playActs(
      tools,
      named({ ...play, begin: addDays(play.begin, CONCLUDING_DAYS) }, 'end'),
      by(
        staff.manager,
        { kind: 'sign_conclusion', seen },
        move('complete'),
        ...(ending.kind === 'closed' ? [move('close')] : []),
      ),
    );
  }
}

/** Sittings of a part of a play have ids of their own. */
const named = (play: Play, part: string): Play => ({ ...play, name: `${play.name}, ${part}` });

function bodyOf(creation: DemoCreation): CreateAuditBody {
  const { name, code, record, template, startDate, endDate, hours, staff, team, unit, processes } = creation;
  return createAuditBody.parse({
    ...{ nombre: name, codigo: code, plantilla: template, fecha_inicio: startDate, fecha_fin: endDate },
    ...(record !== undefined && { record_type: record }),
    horas_presupuestadas: hours,
    costo_presupuestado: team.reduce((sum, member) => sum + costOf(member), 0),
    lider: demoUserId(staff.leader),
    equipo: team.map((member) => ({
      usuario: demoUserId(member.username),
      rol: member.role,
      horas_presupuestadas: member.hours,
      costo_presupuestado: costOf(member),
    })),
    unidades: [{ empresa: unit.company, unidad: unit.unit, procesos: Object.keys(processes) }],
  });
}

const costOf = ({ hours, hourly }: DemoMember): number => Math.round(hours * hourly);
