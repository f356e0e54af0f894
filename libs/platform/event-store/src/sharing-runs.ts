/**
 * Shares runs of `work` between concurrent callers: each caller gets the result of a run that began after its call, and
 * one run at a time is under way.
 */
export function sharingRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let queued: Promise<T> | undefined;
  return () => {
    if (queued) return queued;
    const run = () => {
      queued = undefined;
      return work();
    };
    queued = running.then(run, run);
    running = queued;
    return queued;
  };
}
