import { auditCalls } from '@cotejo/audits-contracts';
import { ApiError, perform } from '@cotejo/http/client';
import { setTimeout as delay } from 'node:timers/promises';
import type { SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';

/** Years over which the audits are spread, the present one included. */
export const YEARS = 10;
/** Calls at a time. */
const ABREAST = 8;
/** Milliseconds between two attempts at changing an audit that cannot be read yet. */
const AGAIN_MS = 50;
const MOST_ATTEMPTS = 200;

interface CreateYearsOptions {
  readonly manager: SignedIn;
  readonly leader: SignedIn;
  readonly audits: number;
}

/**
 * Creates audits over the last ten years, through the product's own calls; those of earlier years are over, and so not
 * listed until their year is asked for.
 */
export async function createYears(
  run: BenchRun,
  { manager, leader, audits }: CreateYearsOptions,
): Promise<void> {
  const thisYear = new Date().getFullYear();
  let next = 0;
  const work = async () => {
    for (let number = next++; number < audits; number = next++) {
      run.signal.throwIfAborted();
      const year = thisYear - (number % YEARS);
      const { id } = await perform(manager.api, auditCalls.create, {
        body: {
          nombre: `Auditoría ${number}`,
          fecha_inicio: `${year}-02-01`,
          fecha_fin: `${year}-11-30`,
          horas_presupuestadas: 100 + (number % 400),
          lider: leader.principal.userId,
          procesos: ['Compras'],
        },
      });
      if (year === thisYear) continue;
      const body = { accion: 'anular', motivo: 'Cambio de alcance' } as const;
      await onceReadable(() => perform(manager.api, auditCalls.changeStatus, { params: { id }, body }));
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, work));
}

/** On a busy machine the creation of an audit is answered before the audit can be read. */
async function onceReadable(act: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await act();
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404 || attempt === MOST_ATTEMPTS) throw error;
      await delay(AGAIN_MS);
    }
  }
}
