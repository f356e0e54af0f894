export type Afterwards = (work: () => Promise<void>) => void;

/** Runs `work`, then the tasks it postponed, also when it failed. */
export async function withAfterwards(
  work: (afterwards: Afterwards) => Promise<void>,
  onFault: (error: unknown) => void,
): Promise<void> {
  const left: (() => Promise<void>)[] = [];
  try {
    await work((one) => void left.push(one));
  } finally {
    await Promise.all(left.map((one) => one().catch(onFault)));
  }
}
