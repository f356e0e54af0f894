import { Pace } from './pace.ts';

/** Events that a user may cause on a node at once after a pause: two of the largest operations. */
export const PERSON_BURST = 1_000;
/** Events per second that a user may cause on a node continuously: far more than manual work. */
export const PERSON_PER_SECOND = 50;

interface Who {
  readonly accountId: string;
  readonly userId: string;
}

/** Rate limiter of all users on a node, over all their connections and requests; the unit is the cost of one event. */
export function personPace(pace = new Pace({ burst: PERSON_BURST, perSecond: PERSON_PER_SECOND })) {
  const keyOf = ({ accountId, userId }: Who): string => `${accountId} ${userId}`;
  return {
    take: (who: Who, cost: number) => pace.take(keyOf(who), cost),
    charge: (who: Who, cost: number): void => void pace.charge(keyOf(who), cost),
  };
}
export type PersonPace = ReturnType<typeof personPace>;
