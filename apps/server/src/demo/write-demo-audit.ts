import type { AccountId, Principal, UserId } from '@cotejo/access-contracts';
import type { AuditEvent, AuditId, AuditProfile, RawIntent, TeamRole } from '@cotejo/audits-contracts';
import { joined, teamOfRecord } from '@cotejo/audits-domain';
import { claimAuditCode, type AuditsServices } from '@cotejo/audits-server';
import type { StoredFiles } from '@cotejo/files/server';
import { beginTexts, type TextVault } from '@cotejo/worksheets-server';
import { addDays, isWeekend, set } from 'date-fns';
import type { Pool } from 'pg';
import type { Reader } from './await-readable.ts';
import type { DemoAct, DemoAttaching } from './demo-worksheet.ts';
import { demoId } from './name-uuid.ts';
import { DEMO_ACCOUNT_ID, DEMO_ACTOR, demoUserId } from './seed-demo-account.ts';

/** Maximum number of consecutive acts of one user in a sitting. */
const SITTING = 12;
/** Office hours: start and length, in minutes of the day. */
const OFFICE = { from: 8 * 60, minutes: 9 * 60 } as const;

/** Services that write and read the demo. */
export interface DemoTools {
  /** Account of the audits. */
  readonly account: AccountId;
  readonly audits: AuditsServices;
  readonly pool: Pool;
  readonly vault: TextVault;
  readonly files: Pick<StoredFiles, 'keep'>;
  /** Projections that must have processed the demo before it is shown. */
  readonly readers: readonly Reader[];
}

const TEAM: readonly (readonly [username: string, role: TeamRole])[] = [
  ['andres.murcia', 'leader'],
  ['claudia.restrepo', 'manager'],
  ['laura.pineda', 'auditor'],
  ['oscar.benitez', 'auditor'],
  ['hernan.duque', 'guest'],
];

export const iso = (date: Date): string => new Date(date.getTime()).toISOString();

export type DemoProfile = Omit<AuditProfile, 'frequency' | 'kind' | 'leader' | 'chargedMinutes'>;

/** Creator of most of the demo's records. */
const CREATOR = 'claudia.restrepo';

/** Creator of a record, and team roles that differ from the default team. */
export interface DemoTeam {
  readonly creator?: string;
  readonly roles?: Readonly<Record<string, TeamRole>>;
}

/** First events of a demo audit: its profile, and the team that its creator may assign. */
export function openingOf(
  directory: AuditsServices['directory'],
  id: AuditId,
  told: DemoProfile,
  { creator: username = CREATOR, roles = {} }: DemoTeam = {},
): AuditEvent[] {
  const leader: UserId = demoUserId('andres.murcia');
  const profile: AuditProfile = {
    ...{ ...told, frequency: 'scheduled', kind: 'standard', leader },
    chargedMinutes: 0,
  };
  const person = (user: UserId) => directory.principalOf(DEMO_ACCOUNT_ID, user);
  const creator = person(demoUserId(username));
  if (!creator) throw new Error(`demo person ${username} is not registered`);
  const named = TEAM.map(([member, role]) => ({ user: demoUserId(member), role: roles[member] ?? role }));
  const team = teamOfRecord({ leader, creator, person, team: named });
  if (team.refused) throw new Error(`demo team refused: ${team.refused}`);
  return [
    {
      type: 'AuditCreated',
      data: { audit: id, account: DEMO_ACCOUNT_ID, profile, createdBy: creator.userId, source: null },
    },
    ...joined(team.members),
  ];
}

/** Writes an audit's first events once and claims its code; returns whether the audit is new. */
export async function createDemoAudit(
  { audits, account }: DemoTools,
  id: AuditId,
  at: Date,
  events: readonly AuditEvent[],
): Promise<boolean> {
  const profile = events[0]?.data['profile'] as AuditProfile;
  const actor = events[0]?.data['createdBy'] as UserId;
  const now = iso(at);
  await claimAuditCode(audits.store, profile.code, {
    account,
    audit: id,
    actor: DEMO_ACTOR,
    at: now,
  });
  const { created } = await audits.rooms.create(id, events, {
    actor,
    account,
    now,
    // The command identifies the audit only: a retry on a later load day would have other dates.
    command: { id: demoId(`create ${id}`), intent: { demo: id } },
  });
  return created;
}

/** @throws Error if the account has no such user */
export function demoPrincipal({ audits, account }: DemoTools, username: string): Principal {
  const principal = audits.directory.principalOf(account, demoUserId(username));
  if (!principal) throw new Error(`demo person ${username} is not registered`);
  return principal;
}

export interface Play {
  readonly id: AuditId;
  /** Name from which the ids of its sittings are derived. */
  readonly name: string;
  /** In the time zone of its users. */
  readonly begin: Date;
  readonly days: number;
  /** False if an earlier start may have played a part of it. */
  readonly isNew: boolean;
}

/** Submits a plan's acts in sittings spread over the days; repeating it resumes where it stopped. */
export async function playActs(tools: DemoTools, play: Play, acts: readonly DemoAct[]): Promise<void> {
  const { audits } = tools;
  const { id, name, isNew } = play;
  const sittings = intoSittings(await asIntents(tools, id, acts));
  const momentOf = officeHours(play, sittings.length);
  for (const [index, sitting] of sittings.entries()) {
    const actor = sitting[0]?.actor ?? '';
    const principal = demoPrincipal(tools, actor);
    const command = demoId(`${name}, sitting ${index}`);
    // A sitting is one append. Its texts are sealed anew on each run, so a settled sitting must not be
    // submitted again.
    if (!isNew && (await audits.rooms.settledBefore(principal, command))) continue;
    // The intents are based on the room's current version, with all earlier sittings in it.
    const base = (await audits.rooms.room(id))?.state.version ?? -1;
    const { outcomes, version } = await audits.rooms.submit(
      id,
      principal,
      sitting.map(({ intent }) => ({ intent, base })),
      { command, now: iso(momentOf(index)) },
    );
    const refused = outcomes.findIndex((outcome) => !outcome.ok);
    if (refused >= 0)
      throw new Error(
        `demo act refused at version ${version}: ${JSON.stringify([sitting[refused]?.intent, outcomes[refused]])}`,
      );
  }
}

interface DemoIntent {
  readonly actor: string;
  readonly intent: RawIntent;
}

/**
 * Writes the texts of all worksheets in one batch and stores the files; the resulting intents take their
 * acts' places.
 */
async function asIntents(
  { pool, vault, files, account }: DemoTools,
  audit: AuditId,
  acts: readonly DemoAct[],
): Promise<readonly DemoIntent[]> {
  const writings = acts.flatMap((act) => ('writes' in act ? [act.writes] : []));
  const texts = [...(await beginTexts({ pool, vault, account, audit }, writings))];
  const told: DemoIntent[] = [];
  for (const act of acts) {
    const { actor } = act;
    if ('attaches' in act) told.push({ actor, intent: await attach(files, account, act.attaches) });
    else if ('intent' in act) told.push({ actor, intent: { ...act.intent } });
    else {
      const intent = texts.shift();
      if (!intent) throw new Error('a text of the demo was not written');
      told.push({ actor, intent: { ...intent } });
    }
  }
  return told;
}

async function attach(
  files: DemoTools['files'],
  account: AccountId,
  { id, attachment, field, file }: DemoAttaching['attaches'],
): Promise<RawIntent> {
  const { name, mime, content } = file;
  const { sha256 } = await files.keep(account, attachment, content);
  const stored = { sha256, bytes: content.length, mime };
  return { kind: 'add_attachment', id, attachment, field, name, file: stored, replaces: null };
}

/** Moments on working days, evenly spread and ascending. */
function officeHours({ begin, days }: Play, count: number): (index: number) => Date {
  const workdays = Array.from({ length: days }, (_, day) => addDays(begin, day)).filter(
    (day) => !isWeekend(day),
  );
  return (index) => {
    const at = ((index + 0.5) / count) * workdays.length;
    const day = workdays[Math.floor(at)] ?? begin;
    // Sittings start at 9:30, because the audit is created at 9:00 on the first day.
    const minutes = OFFICE.from + 90 + Math.floor((at % 1) * (OFFICE.minutes - 90));
    return set(day, { hours: 0, minutes, seconds: (index * 37) % 60, milliseconds: 0 });
  };
}

/** Share of a play's days that has passed when its first acts are done and the later ones begin. */
export function shareBefore(first: readonly DemoAct[], later: readonly DemoAct[]): number {
  const count = intoSittings(first).length;
  return count / (count + intoSittings(later).length);
}

function intoSittings<Act extends { readonly actor: string }>(acts: readonly Act[]): Act[][] {
  const sittings: Act[][] = [];
  for (const act of acts) {
    const last = sittings.at(-1);
    if (last && last[0]?.actor === act.actor && last.length < SITTING) last.push(act);
    else sittings.push([act]);
  }
  return sittings;
}
