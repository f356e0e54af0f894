import { accessCalls } from '@cotejo/access-contracts';
import { AUDIT_LIST_TOPIC, type AuditId } from '@cotejo/audits-contracts';
import { ApiError, perform } from '@cotejo/http/client';
import { createLiveClient } from '@cotejo/live/client';
import { clock } from '../measure/clock.ts';
import { openRawClient } from '../product/audit-clients.ts';
import { DEMO_PASSWORD, signIn, type SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';

export interface Revocations {
  /** Milliseconds from the request that ends a session until the event named: */
  readonly refused: number[];
  readonly feedClosed: number[];
  readonly roomClosed: number[];
}

export interface RevocationOptions {
  readonly url: string;
  readonly username: string;
  readonly audit: { readonly id: AuditId };
  readonly rounds: number;
}

/**
 * A user ends another of their sessions, which has a feed, a room and API calls open; measures the time until each of
 * the three is closed.
 */
export async function measureRevocation(run: BenchRun, options: RevocationOptions): Promise<Revocations> {
  const { url, username, audit, rounds } = options;
  const times: Revocations = { refused: [], feedClosed: [], roomClosed: [] };
  const ending = await signIn(url, username);
  for (let round = 0; round < rounds; round++) {
    run.signal.throwIfAborted();
    const ended = await signIn(url, username);
    const own = await perform(ended.api, accessCalls.oneself.sessions, {});
    const id = own.find(({ current }) => current)?.id;
    if (id === undefined) throw new Error('a session is not in its own list');
    const feed = await openFeed(run, url, ended);
    const room = await openRawClient(run, { url, person: ended, audit: audit.id });

    const began = clock();
    const since = () => clock() - began;
    const closings = [
      feed.closed.then(() => times.feedClosed.push(since())),
      room.until(() => room.closeCode !== null).then(() => times.roomClosed.push(since())),
      untilRefused(ended).then(() => times.refused.push(since())),
    ];
    await perform(ending.api, accessCalls.oneself.endSession, {
      params: { id },
      body: { password: DEMO_PASSWORD },
    });
    await Promise.all(closings);
  }
  return times;
}

/** A live feed; `closed` resolves once the server has ended it. */
async function openFeed(run: BenchRun, url: string, person: SignedIn): Promise<{ closed: Promise<void> }> {
  const live = withResolvers();
  const closed = withResolvers();
  let isLive = false;
  // Without a second ticket the client does not reconnect by itself.
  const client = createLiveClient({ url, getTicket: async () => (isLive ? null : person.getTicket()) });
  run.atEnd(() => client.close());
  client.follow(AUDIT_LIST_TOPIC, person.principal.accountId, -1, {
    onFrame: () => undefined,
    onState: (state, code) => {
      if (state === 'refused') live.reject(new Error(`the feed was refused: ${code}`));
      if (state === 'live') {
        isLive = true;
        live.resolve();
      } else if (isLive) closed.resolve();
    },
  });
  await live.promise;
  return { closed: closed.promise };
}

function withResolvers() {
  let [resolve, reject]: [() => void, (error: Error) => void] = [() => undefined, () => undefined];
  const promise = new Promise<void>((onDone, onFailed) => {
    [resolve, reject] = [onDone, onFailed];
  });
  return { promise, resolve, reject };
}

/** Repeats a request until it is refused with 401. */
async function untilRefused({ api }: SignedIn): Promise<void> {
  for (;;) {
    try {
      await perform(api, accessCalls.oneself.me, {});
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return;
      throw error;
    }
  }
}
