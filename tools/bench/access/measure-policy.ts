import {
  PERMISSION_CATALOGUE,
  type AccountId,
  type PermissionKey,
  type PolicyObject,
  type Principal,
  type Role,
  type UserId,
} from '@cotejo/access-contracts';
import { DEFAULT_PERMISSIONS, evaluate, mayHold } from '@cotejo/access-domain';
import { clock } from '../measure/clock.ts';
import { sized } from '../measure/sized.ts';

export interface PolicyRates {
  /** Checks a second: every role × every key × nothing, something own, something of others. */
  readonly checks: number;
  /** What a door asks before it knows the thing, a second. */
  readonly doors: number;
  /** The floor: reading the same answers out of a Map by role and key, a second. */
  readonly lookups: number;
  /** How many of the checks were granted: neither none nor all, or nothing was measured. */
  readonly granted: number;
}

const ACCOUNT = '01926f3e-0000-7000-8000-000000000001' as AccountId;
const OTHER = '01926f3e-0000-7000-8000-0000000000ff' as UserId;
const WARM_UP_MS = sized(300, 10);
const MEASURED_MS = sized(1_500, 50);

/** How many questions a second the one policy answers on one core. */
export function measurePolicy(): PolicyRates {
  const people = (Object.keys(DEFAULT_PERMISSIONS) as Role[]).map(principalOf);
  const keys = Object.keys(PERMISSION_CATALOGUE) as PermissionKey[];
  const questions = people.flatMap((principal) =>
    keys.flatMap((key) =>
      objectsOf(principal.userId).map((object) => ({
        principal,
        key,
        object,
        name: `${principal.role} ${key}`,
      })),
    ),
  );
  // In no order: a person's keys are not asked one after the other.
  questions.sort((a, b) => spread(a.name) - spread(b.name));
  const answers = new Map(questions.map(({ name, principal, key }) => [name, evaluate(principal, key)]));
  let granted = 0;
  for (const { principal, key, object } of questions) granted += Number(evaluate(principal, key, object));
  return {
    checks: perSecond(questions, ({ principal, key, object }) => evaluate(principal, key, object)),
    doors: perSecond(questions, ({ principal, key }) => mayHold(principal, key)),
    lookups: perSecond(questions, ({ name }) => answers.get(name) === true),
    granted: granted / questions.length,
  };
}

function principalOf(role: Role, number: number): Principal {
  const userId = `01926f3e-0000-7000-8000-00000000001${number}` as UserId;
  const permissions = DEFAULT_PERMISSIONS[role];
  return { userId, accountId: ACCOUNT, sessionId: null, role, isSuperuser: false, groups: [], permissions };
}

const objectsOf = (own: UserId): readonly (PolicyObject | undefined)[] => [
  undefined,
  { createdBy: own, assignee: own },
  { createdBy: OTHER, assignee: OTHER },
];

function perSecond<T>(all: readonly T[], ask: (one: T) => boolean): number {
  let sum = 0;
  const round = () => {
    for (const one of all) sum += Number(ask(one));
  };
  for (const until = clock() + WARM_UP_MS; clock() < until;) round();
  const began = clock();
  let asked = 0;
  while (clock() < began + MEASURED_MS) {
    round();
    asked += all.length;
  }
  const seconds = (clock() - began) / 1_000;
  // So that no engine may find out that nobody reads the answers.
  if (sum < 0) throw new RangeError('a sum of truths is negative');
  return asked / seconds;
}

/** A number for a name that orders names as if by chance, the same in every run. */
function spread(name: string): number {
  let hash = 0x811c9dc5;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
