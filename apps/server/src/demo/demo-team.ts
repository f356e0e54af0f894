import { timeRecordId, type ItemId } from '@cotejo/audits-contracts';
import { addDays, format, isWeekend } from 'date-fns';
import type { DemoAct, DemoIntent } from './demo-worksheet.ts';
import { demoId } from './name-uuid.ts';
import { demoUserId } from './seed-demo-account.ts';
import { shareBefore } from './write-demo-audit.ts';

const MANAGER = 'claudia.restrepo';

/** What is planned of a member, and what they did. */
export interface DemoMember {
  readonly username: string;
  readonly hours: number;
  /** Cost of an hour in COP. */
  readonly hourly: number;
  /** Threats to independence; null = none, absent = not declared. */
  readonly threats?: string | null;
  /** Recorded hours: productive and unproductive. */
  readonly charged?: readonly [productive: number, unproductive: number];
}

/** Costs of an hour in COP by position (demo scenario, firm edition). */
export const HOURLY = { manager: 140_000, senior: 85_000, junior: 48_000 } as const;

/** The usual team of a demo audit: its hours are shared 10 % to the manager, 30 % to the leader, 30 % to each auditor. */
export const teamSharing = (hours: number): readonly DemoMember[] => [
  { username: MANAGER, hours: hours * 0.1, hourly: HOURLY.manager, threats: null },
  { username: 'andres.murcia', hours: hours * 0.3, hourly: HOURLY.senior, threats: null },
  { username: 'laura.pineda', hours: hours * 0.3, hourly: HOURLY.junior, threats: null },
  { username: 'oscar.benitez', hours: hours * 0.3, hourly: HOURLY.junior },
];

/** Plans of the members by the manager, then each member's declaration. */
export function teamActs(
  team: readonly DemoMember[],
  days: { readonly startDate: string | null; readonly endDate: string | null },
): DemoIntent[] {
  return [
    ...team.map(({ username, hours, hourly }): DemoIntent => ({
      actor: MANAGER,
      intent: {
        kind: 'set_member',
        user: demoUserId(username),
        budgetedMinutes: Math.round(hours * 60),
        budgetedCost: Math.round(hours * hourly),
        ...days,
      },
    })),
    ...declarations(team),
  ];
}

/** Declarations of independence by the members who made one. */
export const declarations = (team: readonly DemoMember[]): DemoIntent[] =>
  team.flatMap(({ username, threats }): DemoIntent[] =>
    threats === undefined ? [] : [{ actor: username, intent: { kind: 'declare_independence', threats } }],
  );

/** Hours of one record. */
const DAY = 8;

/** Splits hours into records of a day each. */
const daysOf = (hours: number): number[] =>
  Array.from({ length: Math.ceil(hours / DAY) }, (_, index) => Math.min(DAY, hours - index * DAY));

interface Worked {
  /** Name from which the ids of its records are derived. */
  readonly audit: string;
  /** In the time zone of its users. */
  readonly begin: Date;
  /** Calendar days of the audit so far. */
  readonly days: number;
  /** Acts of the audit that precede the records, and those that follow: time is recorded once it was worked. */
  readonly after: readonly DemoAct[];
  readonly before: readonly DemoAct[];
  /** Items worked on, in this order. */
  readonly items: readonly ItemId[];
}

/** Recorded hours of the members, by themselves, spread over the working days. */
export function timeActs(team: readonly DemoMember[], worked: Worked): DemoIntent[] {
  const workdays = Array.from({ length: worked.days }, (_, day) => addDays(worked.begin, day)).filter(
    (day) => !isWeekend(day),
  );
  // The number of records, and so their sittings, does not depend on the days.
  const later = [...recordsOn(team, worked, workdays), ...worked.before];
  const passed = shareBefore(worked.after, later) * workdays.length;
  return recordsOn(team, worked, workdays.slice(0, Math.floor(passed)));
}

function recordsOn(
  team: readonly DemoMember[],
  { audit, items }: Worked,
  workdays: readonly Date[],
): DemoIntent[] {
  return team.flatMap(({ username, charged: [productive, unproductive] = [0, 0] }) => {
    const records = [
      ...daysOf(productive).map((hours) => ({ hours, isProductive: true })),
      ...daysOf(unproductive).map((hours) => ({ hours, isProductive: false })),
    ];
    return records.flatMap(({ hours, isProductive }, index): DemoIntent[] => {
      const share = index / records.length;
      const day = workdays[Math.floor(share * workdays.length)];
      const item = items[Math.floor(share * items.length)];
      if (!day || !item) return [];
      return [
        {
          actor: username,
          intent: {
            kind: 'record_time',
            record: timeRecordId.parse(demoId(`${audit}, time of ${username}, ${index}`)),
            user: demoUserId(username),
            item,
            day: format(day, 'yyyy-MM-dd'),
            minutes: hours * 60,
            isProductive,
            note: isProductive ? null : 'Espera de información y accesos',
          },
        },
      ];
    });
  });
}
