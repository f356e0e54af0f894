import type { ItemId } from '@cotejo/audits-contracts';
import { PERSON_BURST, PERSON_PER_SECOND } from '@cotejo/http/shares';
import { setTimeout as delay } from 'node:timers/promises';
import type { AuditSession } from '../../../libs/audits/web/src/session/audit-session.ts';
import { crowdOf } from '../crowd/crowd.ts';
import { measureCrowds, type CrowdComparison } from '../crowd/measure-crowds.ts';
import { Edits } from '../crowd/choose-edit.ts';
import { RoomCrowd, type CrowdRoom } from '../crowd/room-crowd.ts';
import { startSinks } from '../crowd/sinks.ts';
import type { Usage } from '../measure/process-usage.ts';
import type { BenchRun } from '../run-bench.ts';
import { measureDrain } from './measure-drain.ts';
import { measureFirstLoad, type FirstLoad } from './measure-first-load.ts';
import { measurePresence } from './measure-presence.ts';
import { measureResync } from './measure-resync.ts';
import type { SignedIn } from '../product/sign-in.ts';
import { sized } from '../measure/sized.ts';

/** Milliseconds until a user whose events were limited may send a burst of them again. */
const REST_MS = sized((PERSON_BURST / PERSON_PER_SECOND) * 1_000, 300);
/** Numbers of rounds. */
const LOADS = sized(30, 2);
const DRAINS = sized(5, 1);
const RESYNCS = sized(20, 1);
/** Clients, and edits per second in total, of the small crowd. */
const SMALL = sized(
  { clients: 20, perSecond: 40, seconds: 8, warmUp: 2 },
  { clients: 4, perSecond: 10, seconds: 1, warmUp: 1 },
);

export interface ServerOptions {
  readonly room: CrowdRoom & { readonly people: readonly [SignedIn, SignedIn] };
  readonly session: AuditSession;
  readonly steps: readonly ItemId[];
  readonly random: () => number;
  readonly crowd: { readonly clients: number; readonly perSecond: number; readonly seconds: number };
}

export interface ServerFigures {
  /** Loads of a document that is cached, compressed, in the server's memory. */
  readonly loads: readonly FirstLoad[];
  readonly drained: readonly number[];
  readonly resynced: readonly number[];
  readonly small: readonly number[];
  readonly crowd: CrowdComparison;
  readonly presence: { readonly moving: Usage; readonly still: Usage };
}

/** Measures everything of one audit that needs no screen. */
export async function measureServer(run: BenchRun, options: ServerOptions): Promise<ServerFigures> {
  const { room, session, steps, random } = options;
  const { audit } = room;
  const loads: FirstLoad[] = [];
  while (loads.length < LOADS) loads.push(await measureFirstLoad(room.url, room.people[0], audit.id));
  const drained = await measureDrain(run, {
    url: room.url,
    person: room.people[0],
    audit,
    items: steps,
    intents: sized(500, 20),
    rounds: DRAINS,
    restMs: REST_MS,
  });
  const resynced = await measureResync(run, {
    ...room,
    items: steps,
    missed: sized(100, 5),
    rounds: RESYNCS,
  });
  // The session would follow the crowd's edits and take CPU time from the measuring clients.
  await session.close();

  const size = crowdOf(options.crowd.clients);
  const sinks = startSinks(run);
  const crowd = await RoomCrowd.open(run, room, sinks, size.measuring);
  const edits = new Edits(crowd.records(), random);
  let number = 0;
  const next = () => edits.next(number++);
  const { perSecond } = SMALL;
  await delay(REST_MS, undefined, { signal: run.signal });
  await crowd.measure({ perSecond, seconds: SMALL.warmUp, signal: run.signal }, next);
  crowd.forget();
  await crowd.measure({ perSecond, seconds: SMALL.seconds, signal: run.signal }, next);
  const small = [...crowd.acknowledged];

  await crowd.addSinks(size.sinks);
  const presence = await measurePresence(run, { room: crowd, pid: room.pid, items: steps, seconds: 8 });
  await delay(REST_MS, undefined, { signal: run.signal });
  const compared = await measureCrowds(run, crowd, sinks, { ...options.crowd, size, random });
  return { loads, drained, resynced, small, crowd: compared, presence };
}
