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
  /** Checks per second: every role × every key × no object, an own object, another user's object. */
  readonly checks: number;
  /** Checks per second of whether a role may hold a permission at all, before the object is known. */
  readonly calls: number;
  /** Floor: lookups per second of precomputed answers in a Map by role and key. */
  readonly lookups: number;
  /** Fraction of checks that were granted; 0 or 1 would mean that the measurement is broken. */
  readonly granted: number;
}

const ACCOUNT = '01926f3e-0000-7000-8000-000000000001' as AccountId;
const OTHER = '01926f3e-0000-7000-8000-0000000000ff' as UserId;
const WARM_UP_MS = sized(300, 10);
const MEASURED_MS = sized(1_500, 50);

/** Checks per second of the permission policy on one core. */
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
  // Shuffled: in practice a user's keys are not checked in sequence.
  questions.sort((a, b) => spread(a.name) - spread(b.name));
  const answers = new Map(questions.map(({ name, principal, key }) => [name, evaluate(principal, key)]));
  let granted = 0;
  for (const { principal, key, object } of questions) granted += Number(evaluate(principal, key, object));
  return {
    checks: perSecond(questions, ({ principal, key, object }) => evaluate(principal, key, object)),
    calls: perSecond(questions, ({ principal, key }) => mayHold(principal, key)),
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
  // Uses the answers, so that the engine cannot optimise the checks away.
  if (sum < 0) throw new RangeError('a sum of truths is negative');
  return asked / seconds;
}

/** Hash (FNV-1a) of a name, for a pseudo-random order that is equal in every run. */
function spread(name: string): number {
  let hash = 0x811c9dc5;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
