import { Pace } from './pace.ts';

/** Events that a person may cause on a node at once after a rest: two of the largest gestures. */
export const PERSON_BURST = 1_000;
/** Events a second that a person may cause on a node for as long as they like: far more than hands can. */
export const PERSON_PER_SECOND = 50;

interface Who {
  readonly accountId: string;
  readonly userId: string;
}

/** The pace of everybody on a node, over all their connections and requests; the unit is the work of an event. */
export function personPace(pace = new Pace({ burst: PERSON_BURST, perSecond: PERSON_PER_SECOND })) {
  const keyOf = ({ accountId, userId }: Who): string => `${accountId} ${userId}`;
  return {
    take: (who: Who, cost: number) => pace.take(keyOf(who), cost),
    charge: (who: Who, cost: number): void => void pace.charge(keyOf(who), cost),
  };
}
export type PersonPace = ReturnType<typeof personPace>;
