export interface Turns<T> {
  /** Milliseconds of CPU. */
  readonly longest: number;
  readonly result: T;
}

/**
 * Runs `work` and gives the longest turn of the event loop meanwhile, in CPU time: what others of the machine take does
 * not count. Helper threads of the engine may add to the CPU time of a turn, so it never counts longer than it took.
 */
export async function longestTurn<T>(work: () => Promise<T>): Promise<Turns<T>> {
  let longest = 0;
  let isOver = false;
  let [since, used] = [performance.now(), process.cpuUsage()];
  const mark = () => {
    const { user, system } = process.cpuUsage(used);
    longest = Math.max(longest, Math.min((user + system) / 1_000, performance.now() - since));
    [since, used] = [performance.now(), process.cpuUsage()];
    if (!isOver) setImmediate(mark);
  };
  setImmediate(mark);
  await new Promise((resolve) => setImmediate(resolve));
  const result = await work();
  await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  return { longest, result };
}
