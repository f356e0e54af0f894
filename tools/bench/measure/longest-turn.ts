export interface MeasuredTurns<T> {
  /** Milliseconds of CPU time. */
  readonly longest: number;
  readonly result: T;
}

/**
 * Runs `work` and measures the longest turn of the event loop in CPU time, so that other processes do not count. Helper
 * threads of the engine may add CPU time, so a turn is limited to its elapsed time.
 */
export async function longestTurn<T>(work: () => Promise<T>): Promise<MeasuredTurns<T>> {
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
