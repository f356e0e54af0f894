import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serverRefusal, type ServerCondition } from './server-refusal.ts';
import { waitForServer } from './wait-for-server.ts';

const named = { product: 'KurrentDB', host: 'a:2113', variable: 'KURRENTDB_URL' } as const;
const refused = (condition: ServerCondition) => serverRefusal(condition, named, new Error('x'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubEnv('LC_ALL', 'es_CO.UTF-8');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** A server that is in each of these conditions for one try, then there. */
function given(conditions: readonly ServerCondition[], patienceMs?: number) {
  const lines: string[] = [];
  const stop = new AbortController();
  const left = [...conditions];
  const tries = vi.fn(async () => {
    const next = left.shift();
    if (next !== undefined) throw Object.assign(new Error(next), { next });
    return 'there';
  });
  const done = waitForServer(
    tries,
    (error) => (error instanceof Error && 'next' in error ? refused(error.next as ServerCondition) : null),
    { say: (line) => lines.push(line), patienceMs, signal: stop.signal },
  );
  done.catch(() => undefined);
  return { lines, stop, tries, done };
}

describe('waiting for a server', () => {
  it('says nothing where the server is there', async () => {
    const { done, lines } = given([], Infinity);
    expect(await done).toBe('there');
    expect(lines).toEqual([]);
  });

  it('goes on as long as it takes, and repeats the reason every five seconds or when it changes', async () => {
    const silent = Array.from({ length: 12 }, () => 'server_silent' as const);
    const { done, lines, tries } = given([...silent, 'server_credentials', 'server_refused'], Infinity);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await done).toBe('there');
    expect(tries).toHaveBeenCalledTimes(15);
    expect(lines.map((line) => /\[(\w+)\]$/.exec(line)?.[1] ?? line)).toEqual([
      'server_silent',
      'server_silent',
      'server_silent',
      'server_credentials',
      'server_refused',
      'El servidor respondió; el arranque continúa.',
    ]);
  });

  it('waits for no setting to change where patience has an end', async () => {
    const { done } = given(['server_certificate'], 30_000);
    await expect(done).rejects.toMatchObject({ code: 'server_certificate' });
  });

  it('ends with the refusal when the patience has ended', async () => {
    const { done } = given(
      Array.from({ length: 100 }, () => 'server_refused' as const),
      30_000,
    );
    await vi.advanceTimersByTimeAsync(31_000);
    await expect(done).rejects.toMatchObject({ code: 'server_refused' });
  });

  it('throws at once what waiting does not mend', async () => {
    const wrong = new Error('a newer release');
    const waiting = waitForServer(
      () => Promise.reject(wrong),
      () => null,
      { say: () => undefined, patienceMs: Infinity },
    );
    await expect(waiting).rejects.toBe(wrong);
  });

  it('tries once after a signal from before, and waits no longer', async () => {
    const aborted = AbortSignal.abort();
    const once = (work: () => Promise<string>) =>
      waitForServer(work, () => refused('server_refused'), {
        ...{ say: () => undefined, patienceMs: Infinity, signal: aborted },
      });
    expect(await once(async () => 'there')).toBe('there');
    await expect(once(() => Promise.reject(new Error('x')))).rejects.toMatchObject({
      code: 'start_cancelled',
    });
  });

  it('ends at once at the signal: in a pause, and in a try that never ends', async () => {
    const paused = given(['server_refused'], Infinity);
    await vi.advanceTimersByTimeAsync(10);
    paused.stop.abort();
    await expect(paused.done).rejects.toMatchObject({ code: 'start_cancelled' });
    const stop = new AbortController();
    const hanging = waitForServer(
      () => new Promise<never>(() => undefined),
      () => null,
      { say: () => undefined, signal: stop.signal },
    );
    stop.abort();
    await expect(hanging).rejects.toMatchObject({ code: 'start_cancelled' });
  });
});
