import { auditCalls, auditId, type AuditDetail, type AuditId } from '@cotejo/audits-contracts';
import { ApiError, perform } from '@cotejo/http/client';
import { setTimeout as delay } from 'node:timers/promises';
import { atRate } from './measure/at-rate.ts';
import { sized } from './measure/sized.ts';
import { summarise } from './measure/statistics.ts';
import { createAudit } from './product/audit-clients.ts';
import { runProduct } from './product/run-product.ts';
import { signIn, type SignedIn } from './product/sign-in.ts';
import type { BenchResult } from './report/bench-report.ts';
import { fill, words } from './report/words.ts';
import { runBench, type BenchRun } from './run-bench.ts';
import { makeLargeAudit } from './tree/large-audit.ts';

const ITEMS = sized(10_000, 100);
const ROUNDS = sized(5, 1);
/** Calls of another user while an audit is rolled forward. */
const PER_SECOND = 20;
/** Milliseconds between two looks at whether the audit is filled. */
const LOOK_MS = 25;
/** Milliseconds after which a filling has failed. */
const MOST_MS = 120_000;
/** Seconds in which the same calls are measured without a roll-forward. */
const QUIET_SECONDS = sized(10, 1);

/** Rolls a large audit forward to the next year, while another user asks for another audit. */
async function rollForward(run: BenchRun): Promise<BenchResult> {
  const { url } = await runProduct(run);
  const [manager, leader] = [await signIn(url, 'claudia.restrepo'), await signIn(url, 'andres.murcia')];
  const other = await createAudit(manager, { name: 'Otra auditoría', leader });
  const { audit, session } = await makeLargeAudit(run, {
    ...{ url, manager, leader, name: 'Auditoría del año', items: ITEMS },
  });
  await session.close();

  const quiet: number[] = [];
  await asking(run, leader, other, quiet, QUIET_SECONDS).done;
  const filled: number[] = [];
  const answered: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    run.signal.throwIfAborted();
    const others = asking(run, leader, other, answered, MOST_MS / 1_000);
    const began = performance.now();
    await fillFrom(run, { manager, leader, source: audit.id, year: 2027 + round });
    filled.push(performance.now() - began);
    others.stop();
    await others.done;
  }

  const [fills, answers, before] = [filled, answered, quiet].map(summarise);
  if (!fills || !answers || !before) throw new RangeError('nothing was measured');
  const { series, bars, notes } = words.rollForward;
  return {
    bench: 'roll-forward',
    notes: [fill(notes.sizes, { items: ITEMS, perSecond: PER_SECOND })],
    series: [
      { name: 'filled', label: series.filled, summary: fills },
      { name: 'answered', label: series.answered, summary: answers },
      { name: 'quiet', label: series.quiet, summary: before },
    ],
    bars: [
      { name: 'filled_max_ms', label: bars.filled, value: fills.max, bar: 5_000 },
      { name: 'answered_p95_ms', label: bars.answered, value: answers.p95, bar: 30 },
    ],
  };
}

/** Creates an audit from the source and resolves once all its items can be read. */
async function fillFrom(
  run: BenchRun,
  { manager, leader, source, year }: { manager: SignedIn; leader: SignedIn; source: AuditId; year: number },
): Promise<void> {
  const made = await perform(manager.api, auditCalls.create, {
    body: {
      nombre: `Auditoría de ${year}`,
      fecha_inicio: `${year}-02-01`,
      fecha_fin: `${year}-11-30`,
      horas_presupuestadas: 480,
      lider: leader.principal.userId,
      origen: { tipo: 'traslado', auditoria: source, equipo: false, hallazgos: true, calificaciones: true },
    },
  });
  const id = auditId.parse(made.id);
  for (const until = performance.now() + MOST_MS; ;) {
    run.signal.throwIfAborted();
    if (await isFilled(manager, id)) return;
    if (performance.now() > until) throw new Error('the audit was not filled');
    await delay(LOOK_MS);
  }
}

/** The audit may not be readable yet: on a busy machine its creation is answered before. */
const isFilled = ({ api }: SignedIn, id: AuditId): Promise<boolean> =>
  perform(api, auditCalls.detail, { params: { id } }).then(
    ({ operacion }) => operacion === null,
    (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      return false;
    },
  );

/** Calls for an audit at a constant rate until it is stopped; the times of the answers, in milliseconds. */
function asking(
  run: BenchRun,
  { api }: SignedIn,
  { id }: AuditDetail,
  times: number[],
  seconds: number,
): { readonly done: Promise<void>; stop(): void } {
  const stopped = new AbortController();
  const calls: Promise<void>[] = [];
  const signal = AbortSignal.any([run.signal, stopped.signal]);
  const asked = atRate({ perSecond: PER_SECOND, seconds, signal }, () => {
    const began = performance.now();
    const call = perform(api, auditCalls.detail, { params: { id } });
    calls.push(call.then(() => void times.push(performance.now() - began)));
  }).catch((error: unknown) => {
    if (!stopped.signal.aborted) throw error;
  });
  return { done: asked.then(async () => void (await Promise.all(calls))), stop: () => stopped.abort() };
}

await runBench(rollForward);
