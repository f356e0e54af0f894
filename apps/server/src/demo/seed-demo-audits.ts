import { TZDate } from '@date-fns/tz';
import { addDays, format, set } from 'date-fns';
import { auditId, auditStream, type AuditId } from '@cotejo/audits-contracts';
import { awaitReadable } from './await-readable.ts';
import { PURCHASES_TEAM, PURCHASES_WORKED, purchasesExtras } from './demo-extras.ts';
import { actsOf } from './demo-plan.ts';
import { teamActs, teamSharing, timeActs } from './demo-team.ts';
import { demoRecords, recordWorksheets, type DemoRecord } from './demo-records.ts';
import { LAST_YEAR, LAST_YEAR_TEAM, LAST_YEAR_WORKED, lastYear, lastYearWorksheets } from './last-year.ts';
import { demoId } from './name-uuid.ts';
import { PURCHASES_AND_PAYMENTS, purchasesAndPayments } from './purchases-and-payments.ts';
import { DEMO_ACCOUNT_ID, DEMO_ACTOR, demoUserId } from './seed-demo-account.ts';
import {
  createDemoAudit,
  iso,
  openingOf,
  playActs,
  type DemoTeam,
  type DemoTools,
} from './write-demo-audit.ts';
import { purchasesWorksheets } from './worksheets/purchases-worksheets.ts';

const ZONE = 'America/Bogota';

/** The load day at 9:00 in Bogotá. */
const loadDay = (now: Date): Date =>
  set(new TZDate(now, ZONE), { hours: 9, minutes: 0, seconds: 0, milliseconds: 0 });
const day = (date: Date): string => format(date, 'yyyy-MM-dd');
/** Caps a date at the end of the audit's year. */
const cut = (end: string, year: number): string => (end < `${year}-12-31` ? end : `${year}-12-31`);

/** Creates the demo audits and waits until they are readable; repeating it resumes an interrupted start. */
export async function seedDemoAudits(tools: DemoTools): Promise<void> {
  const { audits } = tools;
  const done = `demo-${DEMO_ACCOUNT_ID}`;
  if ((await audits.store.head(done)) !== null) return;
  const today = loadDay(audits.clock());
  const seeded = [await seedLastYear(tools, today), await seedPurchasesAndPayments(tools, today)];
  for (const record of demoRecords) seeded.push(await seedRecord(tools, today, record));
  const meta = { actor: DEMO_ACTOR, at: iso(audits.clock()), account: DEMO_ACCOUNT_ID };
  await audits.store.append({
    stream: done,
    expected: 'no-stream',
    events: [{ id: demoId('demo audits written'), type: 'DemoWritten', schemaVersion: 1, data: {}, meta }],
  });
  await awaitReadable(audits.store, tools.readers, seeded.map(auditStream));
}

async function seedPurchasesAndPayments(tools: DemoTools, today: Date): Promise<AuditId> {
  const begin = addDays(today, -60);
  const year = today.getFullYear();
  const id = auditId.parse(demoId('audit compras y pagos'));
  const endDate = cut(day(addDays(today, 25)), year);
  const isNew = await createDemoAudit(tools, id, begin, [
    ...openingOf(tools.audits.directory, id, {
      recordType: 'audit_plan',
      name: 'Compras y pagos',
      code: `AUD-${year}-004`,
      year,
      startDate: day(begin),
      endDate,
      budgetedMinutes: 480 * 60,
    }),
    { type: 'AuditStatusChanged', data: { from: 'not_started', to: 'in_progress', closedOn: null } },
  ]);

  const plan = actsOf(
    PURCHASES_AND_PAYMENTS,
    purchasesAndPayments,
    purchasesWorksheets((offset) => day(addDays(today, offset))),
  );
  // Acts are spread from the first day to the evening before the load day.
  const play = { id, name: PURCHASES_AND_PAYMENTS, begin, days: 60, isNew };
  const days = { startDate: day(begin), endDate };
  const acts = [...teamActs(PURCHASES_TEAM, days), ...plan];
  const extras = purchasesExtras(today);
  const worked = { audit: PURCHASES_AND_PAYMENTS, begin, days: play.days, after: acts, before: extras };
  const time = timeActs(PURCHASES_TEAM, { ...worked, items: PURCHASES_WORKED });
  await playActs(tools, play, [...acts, ...time, ...extras]);
  return id;
}

/** A creator can only grant rights they hold: if that user is missing, the usual team is used. */
function teamFor({ audits }: DemoTools, { creator, roles }: DemoRecord): DemoTeam {
  const isThere = (username: string) =>
    audits.directory.principalOf(DEMO_ACCOUNT_ID, demoUserId(username)) !== null;
  if (creator !== undefined && !isThere(creator)) return {};
  return { ...(creator !== undefined && { creator }), ...(roles && { roles }) };
}

/** A small record of another kind, begun some days ago. */
async function seedRecord(tools: DemoTools, today: Date, record: DemoRecord): Promise<AuditId> {
  const { key, name, prefix, number, recordType, days, hours, items } = record;
  const year = today.getFullYear();
  const id = auditId.parse(demoId(`record ${key}`));
  const begin = addDays(today, days?.[0] ?? -15);
  const [startDate, endDate] = days ? [day(begin), cut(day(addDays(today, days[1])), year)] : [null, null];
  const code = `${prefix}-${year}-${number}`;
  const budgetedMinutes = hours * 60;
  const isNew = await createDemoAudit(tools, id, begin, [
    ...openingOf(
      tools.audits.directory,
      id,
      { name, code, year, recordType, startDate, endDate, budgetedMinutes },
      teamFor(tools, record),
    ),
    { type: 'AuditStatusChanged', data: { from: 'not_started', to: 'in_progress', closedOn: null } },
  ]);
  const team = hours > 0 ? teamActs(teamSharing(hours), { startDate, endDate }) : [];
  const play = { id, name: key, begin, days: 10, isNew };
  await playActs(tools, play, [...team, ...actsOf(key, items, recordWorksheets)]);
  return id;
}

/** Last year's audit: small, closed, with a recurring finding. */
async function seedLastYear(tools: DemoTools, today: Date): Promise<AuditId> {
  const year = today.getFullYear() - 1;
  const id = auditId.parse(demoId('audit recepción año anterior'));
  const begin = loadDay(new Date(`${year}-08-03T15:00:00Z`));
  const days = { startDate: `${year}-08-03`, endDate: `${year}-10-30` };
  const isNew = await createDemoAudit(tools, id, begin, [
    ...openingOf(tools.audits.directory, id, {
      recordType: 'audit_plan',
      name: 'Recepción e inventarios',
      code: `AUD-${year}-007`,
      year,
      ...days,
      budgetedMinutes: 160 * 60,
    }),
    { type: 'AuditStatusChanged', data: { from: 'not_started', to: 'in_progress', closedOn: null } },
  ]);
  const play = { id, name: LAST_YEAR, begin, days: 88, isNew };
  const acts = [...teamActs(LAST_YEAR_TEAM, days), ...actsOf(LAST_YEAR, lastYear, lastYearWorksheets)];
  const worked = { audit: LAST_YEAR, begin, days: play.days, after: acts, before: [] };
  const time = timeActs(LAST_YEAR_TEAM, { ...worked, items: LAST_YEAR_WORKED });
  await playActs(tools, play, [...acts, ...time]);

  const closedOn = `${year}-11-13`;
  const meta = {
    actor: demoUserId('claudia.restrepo'),
    at: `${closedOn}T20:00:00.000Z`,
    account: DEMO_ACCOUNT_ID,
  };
  const closing = [
    { from: 'in_progress', to: 'completed', closedOn: null },
    { from: 'completed', to: 'completed', closedOn },
  ];
  // Fixed event ids make a repeated append a no-op.
  await tools.audits.store.append({
    stream: auditStream(id),
    expected: 'exists',
    events: closing.map((data, step) => ({
      id: demoId(`recepción cerrada, ${step}`),
      type: 'AuditStatusChanged',
      schemaVersion: 1,
      data,
      meta,
    })),
  });
  return id;
}
