import { TZDate } from '@date-fns/tz';
import { addDays, addMinutes, format, set } from 'date-fns';
import type { UserId } from '@cotejo/access-contracts';
import {
  actionPlanIdOf,
  auditId,
  itemId,
  type AuditEvent,
  type AuditId,
  type AuditProfile,
  type TeamRole,
} from '@cotejo/audits-contracts';
import { claimAuditCode, type AuditsServices } from '@cotejo/audits-server';
import { actsOf, type DemoAct } from './demo-plan.ts';
import { demoId } from './name-uuid.ts';
import { purchasesAndPayments } from './purchases-and-payments.ts';
import { DEMO_ACCOUNT_ID, DEMO_ACTOR, demoUserId } from './seed-demo-account.ts';

const ZONE = 'America/Bogota';
/** Acts of one person that go together, as in a sitting. */
const SITTING = 6;

const TEAM: readonly (readonly [username: string, role: TeamRole])[] = [
  ['andres.murcia', 'leader'],
  ['claudia.restrepo', 'manager'],
  ['laura.pineda', 'auditor'],
  ['oscar.benitez', 'auditor'],
  ['hernan.duque', 'guest'],
];

/** The load day at nine in the morning in Bogotá. */
const loadDay = (now: Date): Date =>
  set(new TZDate(now, ZONE), { hours: 9, minutes: 0, seconds: 0, milliseconds: 0 });
const day = (date: Date): string => format(date, 'yyyy-MM-dd');
const iso = (date: Date): string => new Date(date.getTime()).toISOString();

/** The audits of the demo account; repeating it goes on where an interrupted start stopped. */
export async function seedDemoAudits(audits: AuditsServices): Promise<void> {
  const done = `demo-${DEMO_ACCOUNT_ID}`;
  if ((await audits.store.head(done)) !== null) return;
  const today = loadDay(audits.clock());
  await seedLastYear(audits, today);
  await seedPurchasesAndPayments(audits, today);
  const meta = { actor: DEMO_ACTOR, at: iso(audits.clock()), account: DEMO_ACCOUNT_ID };
  await audits.store.append({
    stream: done,
    expected: 'no-stream',
    events: [{ id: demoId('demo audits written'), type: 'DemoWritten', schemaVersion: 1, data: {}, meta }],
  });
}

async function seedPurchasesAndPayments(audits: AuditsServices, today: Date): Promise<void> {
  const begin = addDays(today, -60);
  const year = today.getFullYear();
  const yearEnd = `${year}-12-31`;
  const end = day(addDays(today, 25));
  const id = auditId.parse(demoId('audit compras y pagos'));
  await create(audits, id, begin, [
    ...opening(id, {
      name: 'Compras y pagos',
      code: `AUD-${year}-004`,
      year,
      startDate: day(begin),
      endDate: end < yearEnd ? end : yearEnd,
      budgetedMinutes: 480 * 60,
      chargedMinutes: 352 * 60,
    }),
    { type: 'AuditStatusChanged', data: { from: 'not_started', to: 'in_progress', closedOn: null } },
  ]);

  const sittings = intoSittings(actsOf('compras y pagos', purchasesAndPayments));
  // From the first day to the evening before the load day.
  const pace = (59 * 24 * 60) / sittings.length;
  for (const [index, sitting] of sittings.entries()) {
    const actor = sitting[0]?.actor ?? '';
    const principal = audits.directory.principalOf(DEMO_ACCOUNT_ID, demoUserId(actor));
    if (!principal) throw new Error(`demo person ${actor} is not registered`);
    const { outcomes, version } = await audits.rooms.submit(
      id,
      principal,
      sitting.map(({ intent }) => ({ intent, base: Number.MAX_SAFE_INTEGER })),
      {
        command: demoId(`compras y pagos, sitting ${index}`),
        now: iso(addMinutes(begin, 30 + index * pace)),
      },
    );
    const refused = outcomes.findIndex((outcome) => !outcome.ok);
    if (refused >= 0)
      throw new Error(
        `demo act refused at version ${version}: ${JSON.stringify([sitting[refused]?.intent, outcomes[refused]])}`,
      );
  }
}

/** Last year's audit, small and closed, whose finding came back; written as it ended. */
async function seedLastYear(audits: AuditsServices, today: Date): Promise<void> {
  const year = today.getFullYear() - 1;
  const id = auditId.parse(demoId('audit recepción año anterior'));
  const begin = addDays(today, -400);
  const [phase, process, finding] = ['phase', 'process', 'finding'].map((what) =>
    itemId.parse(demoId(`recepción año anterior ${what}`)),
  );
  const item = (data: Record<string, unknown>): AuditEvent => ({
    type: 'TreeItemCreated',
    data: { position: 'a0', code: null, status: null, assignee: null, derived: false, ...data },
  });
  if (!phase || !process || !finding) return;
  await create(audits, id, begin, [
    ...opening(id, {
      name: 'Recepción e inventarios',
      code: `AUD-${year}-007`,
      year,
      startDate: `${year}-08-03`,
      endDate: `${year}-10-30`,
      budgetedMinutes: 160 * 60,
      chargedMinutes: 152 * 60,
    }),
    item({ id: phase, itemType: 'phase', parent: null, name: 'Ejecución' }),
    item({ id: process, itemType: 'process', parent: phase, name: 'Recepción' }),
    ...reviewed(item, {
      id: itemId.parse(demoId('recepción paso')),
      itemType: 'step',
      parent: process,
      name: 'Reconteo de recepciones',
    }),
    item({
      id: finding,
      itemType: 'finding',
      parent: process,
      position: 'a1',
      name: 'Recepciones sin registro el mismo día',
      code: 'H-01',
      status: 'completed',
    }),
    { type: 'FindingTreatmentChosen', data: { id: finding, treatment: 'action_plan', from: null } },
    item({
      id: actionPlanIdOf(finding),
      itemType: 'action_plan',
      parent: finding,
      name: 'Registro en línea de recepciones',
      code: 'PA-04',
      status: 'in_progress',
      assignee: demoUserId('marta.suarez'),
      derived: true,
    }),
    { type: 'AuditStatusChanged', data: { from: 'not_started', to: 'in_progress', closedOn: null } },
    { type: 'AuditStatusChanged', data: { from: 'in_progress', to: 'completed', closedOn: null } },
    { type: 'AuditStatusChanged', data: { from: 'completed', to: 'completed', closedOn: `${year}-11-13` } },
  ]);
}

const reviewed = (
  item: (data: Record<string, unknown>) => AuditEvent,
  data: Record<string, unknown>,
): AuditEvent[] => [
  item({ ...data, status: 'completed', assignee: demoUserId('laura.pineda') }),
  { type: 'ItemStatusChanged', data: { id: data['id'], from: 'completed', to: 'reviewed' } },
];

type Told = Pick<
  AuditProfile,
  'name' | 'code' | 'year' | 'startDate' | 'endDate' | 'budgetedMinutes' | 'chargedMinutes'
>;

function opening(id: AuditId, told: Told): AuditEvent[] {
  const leader: UserId = demoUserId('andres.murcia');
  const profile: AuditProfile = {
    ...told,
    recordType: 'audit_plan',
    frequency: 'scheduled',
    kind: 'standard',
    leader,
  };
  return [
    {
      type: 'AuditCreated',
      data: {
        audit: id,
        account: DEMO_ACCOUNT_ID,
        profile,
        createdBy: demoUserId('claudia.restrepo'),
        source: null,
      },
    },
    ...TEAM.map(([username, role]) => ({
      type: 'TeamMemberAdded',
      data: { user: demoUserId(username), role },
    })),
  ];
}

/** Writes the beginning of an audit once, with its code claimed so that nobody else gets it. */
async function create(
  audits: AuditsServices,
  id: AuditId,
  at: Date,
  events: readonly AuditEvent[],
): Promise<void> {
  const profile = events[0]?.data['profile'] as AuditProfile;
  const actor = demoUserId('claudia.restrepo');
  const now = iso(at);
  await claimAuditCode(audits.store, profile.code, {
    account: DEMO_ACCOUNT_ID,
    audit: id,
    actor: DEMO_ACTOR,
    at: now,
  });
  await audits.rooms.create(id, events, {
    actor,
    account: DEMO_ACCOUNT_ID,
    now,
    // The load day of the first try would differ from today's: what was asked is the audit, not its dates.
    command: { id: demoId(`create ${id}`), intent: { demo: id } },
  });
}

function intoSittings(acts: readonly DemoAct[]): DemoAct[][] {
  const sittings: DemoAct[][] = [];
  for (const act of acts) {
    const last = sittings.at(-1);
    if (last && last[0]?.actor === act.actor && last.length < SITTING) last.push(act);
    else sittings.push([act]);
  }
  return sittings;
}
