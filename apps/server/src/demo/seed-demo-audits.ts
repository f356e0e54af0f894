import { TZDate } from '@date-fns/tz';
import { addDays, format, set } from 'date-fns';
import { actionPlanIdOf, auditId, itemId, type AuditEvent } from '@cotejo/audits-contracts';
import { itemCreated } from '@cotejo/audits-domain';
import type { AuditsServices } from '@cotejo/audits-server';
import { purchasesExtras } from './demo-extras.ts';
import { actsOf } from './demo-plan.ts';
import { demoRecords, type DemoRecord } from './demo-records.ts';
import { demoId } from './name-uuid.ts';
import { PURCHASES_AND_PAYMENTS, purchasesAndPayments } from './purchases-and-payments.ts';
import { DEMO_ACCOUNT_ID, DEMO_ACTOR, demoUserId } from './seed-demo-account.ts';
import { createDemoAudit, iso, openingOf, playActs } from './write-demo-audit.ts';

const ZONE = 'America/Bogota';
const DAY_MINUTES = 24 * 60;

/** The load day at nine in the morning in Bogotá. */
const loadDay = (now: Date): Date =>
  set(new TZDate(now, ZONE), { hours: 9, minutes: 0, seconds: 0, milliseconds: 0 });
const day = (date: Date): string => format(date, 'yyyy-MM-dd');
/** An audit ends with its year at the latest. */
const cut = (end: string, year: number): string => (end < `${year}-12-31` ? end : `${year}-12-31`);

/** The audits of the demo account; repeating it goes on where an interrupted start stopped. */
export async function seedDemoAudits(audits: AuditsServices): Promise<void> {
  const done = `demo-${DEMO_ACCOUNT_ID}`;
  if ((await audits.store.head(done)) !== null) return;
  const today = loadDay(audits.clock());
  await seedLastYear(audits, today);
  await seedPurchasesAndPayments(audits, today);
  for (const record of demoRecords) await seedRecord(audits, today, record);
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
  const id = auditId.parse(demoId('audit compras y pagos'));
  await createDemoAudit(audits, id, begin, [
    ...openingOf(id, {
      recordType: 'audit_plan',
      name: 'Compras y pagos',
      code: `AUD-${year}-004`,
      year,
      startDate: day(begin),
      endDate: cut(day(addDays(today, 25)), year),
      budgetedMinutes: 480 * 60,
      chargedMinutes: 352 * 60,
    }),
    { type: 'AuditStatusChanged', data: { from: 'not_started', to: 'in_progress', closedOn: null } },
  ]);

  const acts = [...actsOf(PURCHASES_AND_PAYMENTS, purchasesAndPayments), ...purchasesExtras(today)];
  // From the first day to the evening before the load day.
  await playActs(audits, id, PURCHASES_AND_PAYMENTS, acts, { begin, minutes: 59 * DAY_MINUTES });
}

/** A record of another kind, small, begun some days ago. */
async function seedRecord(audits: AuditsServices, today: Date, record: DemoRecord): Promise<void> {
  const { key, name, prefix, number, recordType, days, hours, roles, items } = record;
  const year = today.getFullYear();
  const id = auditId.parse(demoId(`record ${key}`));
  const begin = addDays(today, days?.[0] ?? -15);
  const [startDate, endDate] = days ? [day(begin), cut(day(addDays(today, days[1])), year)] : [null, null];
  const code = `${prefix}-${year}-${number}`;
  const budgetedMinutes = hours * 60;
  await createDemoAudit(audits, id, begin, [
    ...openingOf(
      id,
      { name, code, year, recordType, startDate, endDate, budgetedMinutes, chargedMinutes: 0 },
      roles,
    ),
    { type: 'AuditStatusChanged', data: { from: 'not_started', to: 'in_progress', closedOn: null } },
  ]);
  await playActs(audits, id, key, actsOf(key, items), { begin, minutes: 10 * DAY_MINUTES });
}

/** Last year's audit, small and closed, whose finding came back; written as it ended. */
async function seedLastYear(audits: AuditsServices, today: Date): Promise<void> {
  const year = today.getFullYear() - 1;
  const id = auditId.parse(demoId('audit recepción año anterior'));
  const begin = addDays(today, -400);
  const [phase, process, finding] = ['phase', 'process', 'finding'].map((what) =>
    itemId.parse(demoId(`recepción año anterior ${what}`)),
  );
  if (!phase || !process || !finding) return;
  await createDemoAudit(audits, id, begin, [
    ...openingOf(id, {
      recordType: 'audit_plan',
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
    ...reviewed({
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

type Item = Pick<Parameters<typeof itemCreated>[0], 'id' | 'itemType' | 'parent' | 'name'>;

const item = (data: Item & Partial<Parameters<typeof itemCreated>[0]>): AuditEvent =>
  itemCreated({ position: 'a0', code: null, status: null, ...data });

const reviewed = (data: Item): AuditEvent[] => [
  item({ ...data, status: 'completed', assignee: demoUserId('laura.pineda') }),
  { type: 'ItemStatusChanged', data: { id: data.id, from: 'completed', to: 'reviewed' } },
];
