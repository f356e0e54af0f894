import { addDays } from 'date-fns';
import { auditId, auditStream, isAudit, type AuditId, type AuditUnit } from '@cotejo/audits-contracts';
import { demoUnitOf } from '@cotejo/structure-server';
import { awaitReadable } from './await-readable.ts';
import { PURCHASES_TEAM, PURCHASES_WORKED, purchasesExtras } from './demo-extras.ts';
import { cutAtYear as cut, dayText as day, morningOf, morningOn } from './demo-days.ts';
import { actsOf, DEPARTMENT } from './demo-plan.ts';
import { teamActs, teamSharing, timeActs } from './demo-team.ts';
import type { DemoAct } from './demo-worksheet.ts';
import { firmAccount, firmAudits } from './firm-account.ts';
import { demoRecords, recordWorksheets, type DemoRecord } from './demo-records.ts';
import { LAST_YEAR, LAST_YEAR_TEAM, LAST_YEAR_WORKED, lastYear, lastYearWorksheets } from './last-year.ts';
import { demoId } from './name-uuid.ts';
import { nextAudit, pastAudits } from './past-audits.ts';
import { PURCHASES_AND_PAYMENTS, purchasesAndPayments } from './purchases-and-payments.ts';
import { concludeAudit, seedCreatedAudit } from './seed-created-audit.ts';
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

const DONE = `demo-${DEMO_ACCOUNT_ID}`;

/** Whether an earlier start has written the audits of the demo. */
export const areDemoAuditsWritten = async ({ store }: Pick<DemoTools['audits'], 'store'>): Promise<boolean> =>
  (await store.head(DONE)) !== null;

/** Creates the demo audits of both accounts and waits until they are readable; repeating it resumes an interrupted start. */
export async function seedDemoAudits(tools: Omit<DemoTools, 'account'>): Promise<void> {
  const { audits } = tools;
  if (await areDemoAuditsWritten(audits)) return;
  const today = morningOf(audits.clock());
  const department: DemoTools = { ...tools, account: DEMO_ACCOUNT_ID };
  const firm: DemoTools = { ...tools, account: firmAccount.id };
  const seeded = await Promise.all([
    inTurn([
      () => seedLastYear(department, today),
      () => seedPurchasesAndPayments(department, today),
      ...demoRecords.map((record) => () => seedRecord(department, today, record)),
    ]),
    inTurn([
      ...[...pastAudits(today.getFullYear()), sagrilaft(today)].map(
        (creation) => () => seedCreatedAudit(department, creation),
      ),
      ...firmAudits(today).map((creation) => () => seedCreatedAudit(firm, creation)),
    ]),
  ]);
  const meta = { actor: DEMO_ACTOR, at: iso(audits.clock()), account: DEMO_ACCOUNT_ID };
  await audits.store.append({
    stream: DONE,
    expected: 'no-stream',
    events: [{ id: demoId('demo audits written'), type: 'DemoWritten', schemaVersion: 1, data: {}, meta }],
  });
  await awaitReadable(audits.store, tools.readers, seeded.flat().map(auditStream));
}

async function inTurn(seeds: readonly (() => Promise<AuditId>)[]): Promise<readonly AuditId[]> {
  const seeded: AuditId[] = [];
  for (const seed of seeds) seeded.push(await seed());
  return seeded;
}

/** The audit of this year's plan that begins next. */
function sagrilaft(today: Date) {
  const year = today.getFullYear();
  const [from, to] = [14, 70].map((offset) => cut(day(addDays(today, offset)), year));
  return nextAudit(year, [from ?? '', to ?? '', day(addDays(today, -5))]);
}

/** Business units of processes, each once. */
const unitsOf = (...processes: readonly string[]): AuditUnit[] => [
  ...new Map(processes.map(demoUnitOf).map((unit) => [unit.unit, unit])).values(),
];

/** The manager starts an audit. */
const STARTED: DemoAct = {
  actor: DEPARTMENT.manager,
  intent: { kind: 'change_audit_status', action: 'start' },
};

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
      units: unitsOf('Compras', 'Cuentas por pagar'),
    }),
  ]);

  const plan = actsOf(
    PURCHASES_AND_PAYMENTS,
    purchasesAndPayments,
    purchasesWorksheets((offset) => day(addDays(today, offset))),
  );
  // Acts are spread from the first day to the evening before the load day.
  const play = { id, name: PURCHASES_AND_PAYMENTS, begin, days: 60, isNew };
  const days = { startDate: day(begin), endDate };
  const acts = [STARTED, ...teamActs(PURCHASES_TEAM, days), ...plan];
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
  const { key, name, prefix, number, recordType, days, hours, process, items } = record;
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
      {
        ...{ name, code, year, recordType, startDate, endDate, budgetedMinutes },
        ...(process !== undefined && { units: unitsOf(process) }),
      },
      teamFor(tools, record),
    ),
  ]);
  const team = hours > 0 ? teamActs(teamSharing(hours), { startDate, endDate }) : [];
  const play = { id, name: key, begin, days: 10, isNew };
  const started = isAudit(recordType) ? [STARTED] : [];
  await playActs(tools, play, [...started, ...team, ...actsOf(key, items, recordWorksheets)]);
  return id;
}

/** Last year's audit: small, closed, with a recurring finding. */
async function seedLastYear(tools: DemoTools, today: Date): Promise<AuditId> {
  const year = today.getFullYear() - 1;
  const id = auditId.parse(demoId('audit recepción año anterior'));
  const begin = morningOn(`${year}-08-03`);
  const days = { startDate: `${year}-08-03`, endDate: `${year}-10-30` };
  const isNew = await createDemoAudit(tools, id, begin, [
    ...openingOf(tools.audits.directory, id, {
      recordType: 'audit_plan',
      name: 'Recepción e inventarios',
      code: `AUD-${year}-007`,
      year,
      ...days,
      budgetedMinutes: 160 * 60,
      units: unitsOf('Recepción'),
    }),
  ]);
  const play = { id, name: LAST_YEAR, begin, days: 88, isNew };
  const acts = [
    STARTED,
    ...teamActs(LAST_YEAR_TEAM, days),
    ...actsOf(
      LAST_YEAR,
      lastYear,
      lastYearWorksheets((offset) => day(addDays(today, offset))),
    ),
  ];
  const worked = { audit: LAST_YEAR, begin, days: play.days, after: acts, before: [] };
  const time = timeActs(LAST_YEAR_TEAM, { ...worked, items: LAST_YEAR_WORKED });
  await playActs(tools, play, [...acts, ...time]);

  await concludeAudit(tools, { ...play, begin: morningOn(`${year}-11-10`), days: 3 }, DEPARTMENT, {
    ...{ kind: 'closed', rating: 'improvable' },
    conclusion: 'Lo que se recibe se cuenta bien; parte de ello se registra días después.',
  });
  return id;
}
