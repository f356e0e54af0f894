import { auditCalls, auditId, type AuditId } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import type { SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';

/** Years over which the audits are spread, the present one included. */
export const YEARS = 10;
/** Calls at a time. */
const ABREAST = 8;

interface CreateYearsOptions {
  readonly manager: SignedIn;
  readonly leader: SignedIn;
  readonly audits: number;
}

/** Creates audits over the last ten years, through the product's own call; returns those of the present year. */
export async function createYears(
  run: BenchRun,
  { manager, leader, audits }: CreateYearsOptions,
): Promise<readonly AuditId[]> {
  const thisYear = new Date().getFullYear();
  const present: AuditId[] = [];
  let next = 0;
  const work = async () => {
    for (let number = next++; number < audits; number = next++) {
      run.signal.throwIfAborted();
      const year = thisYear - (number % YEARS);
      const made = await perform(manager.api, auditCalls.create, {
        body: {
          nombre: `Auditoría ${number}`,
          fecha_inicio: `${year}-02-01`,
          fecha_fin: `${year}-11-30`,
          horas_presupuestadas: 100 + (number % 400),
          lider: leader.principal.userId,
          procesos: ['Compras'],
        },
      });
      if (year === thisYear) present.push(auditId.parse(made.id));
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, work));
  return present;
}
