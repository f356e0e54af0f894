export type Afterwards = (work: () => Promise<void>) => void;

/** Does some work and then whatever it left to be done, also when it failed. */
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
