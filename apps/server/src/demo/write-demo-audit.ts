import { addMinutes } from 'date-fns';
import type { UserId } from '@cotejo/access-contracts';
import type { AuditEvent, AuditId, AuditProfile, TeamRole } from '@cotejo/audits-contracts';
import { claimAuditCode, type AuditsServices } from '@cotejo/audits-server';
import type { DemoAct } from './demo-plan.ts';
import { demoId } from './name-uuid.ts';
import { DEMO_ACCOUNT_ID, DEMO_ACTOR, demoUserId } from './seed-demo-account.ts';

/** Acts of one person that go together, as in a sitting. */
const SITTING = 6;

const TEAM: readonly (readonly [username: string, role: TeamRole])[] = [
  ['andres.murcia', 'leader'],
  ['claudia.restrepo', 'manager'],
  ['laura.pineda', 'auditor'],
  ['oscar.benitez', 'auditor'],
  ['hernan.duque', 'guest'],
];

export const iso = (date: Date): string => new Date(date.getTime()).toISOString();

export type DemoProfile = Omit<AuditProfile, 'frequency' | 'kind' | 'leader'>;

/** The first events of a demo audit: what it is, and its team. */
export function openingOf(
  id: AuditId,
  told: DemoProfile,
  roles: Readonly<Record<string, TeamRole>> = {},
): AuditEvent[] {
  const leader: UserId = demoUserId('andres.murcia');
  const profile: AuditProfile = { ...told, frequency: 'scheduled', kind: 'standard', leader };
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
      data: { user: demoUserId(username), role: roles[username] ?? role },
    })),
  ];
}

/** Writes the beginning of an audit once, with its code claimed so that nobody else gets it. */
export async function createDemoAudit(
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

/** Has a plan's acts happen, in sittings that are spread over some minutes; repeating it goes on where it stopped. */
export async function playActs(
  audits: AuditsServices,
  id: AuditId,
  name: string,
  acts: readonly DemoAct[],
  { begin, minutes }: { readonly begin: Date; readonly minutes: number },
): Promise<void> {
  const sittings = intoSittings(acts);
  const pace = minutes / sittings.length;
  for (const [index, sitting] of sittings.entries()) {
    const actor = sitting[0]?.actor ?? '';
    const principal = audits.directory.principalOf(DEMO_ACCOUNT_ID, demoUserId(actor));
    if (!principal) throw new Error(`demo person ${actor} is not registered`);
    const { outcomes, version } = await audits.rooms.submit(
      id,
      principal,
      sitting.map(({ intent }) => ({ intent, base: Number.MAX_SAFE_INTEGER })),
      {
        command: demoId(`${name}, sitting ${index}`),
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

function intoSittings(acts: readonly DemoAct[]): DemoAct[][] {
  const sittings: DemoAct[][] = [];
  for (const act of acts) {
    const last = sittings.at(-1);
    if (last && last[0]?.actor === act.actor && last.length < SITTING) last.push(act);
    else sittings.push([act]);
  }
  return sittings;
}
