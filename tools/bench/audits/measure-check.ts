import { auditCalls } from '@cotejo/audits-contracts';
import { preCloseCheck } from '@cotejo/audits-domain';
import { ApiError, perform } from '@cotejo/http/client';
import type { SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';
import { makeLargeAudit } from '../tree/large-audit.ts';

export interface MeasureCheckOptions {
  readonly url: string;
  readonly manager: SignedIn;
  readonly leader: SignedIn;
  readonly items: number;
  readonly rounds: number;
}

/** Milliseconds. */
export interface CheckTimes {
  /** The check as a browser runs it with each change. */
  readonly checked: readonly number[];
  /** The call that closes the audit, which the check of the server refuses. */
  readonly refused: readonly number[];
}

/** Checks a large audit before it is closed, in the client's view and on the server. */
export async function measureCheck(
  run: BenchRun,
  { rounds, ...options }: MeasureCheckOptions,
): Promise<CheckTimes> {
  const { manager } = options;
  const { audit, session } = await makeLargeAudit(run, { ...options, name: 'Cierre' });
  const params = { id: audit.id };
  await perform(manager.api, auditCalls.changeStatus, { params, body: { accion: 'iniciar' } });
  const checked: number[] = [];
  const refused: number[] = [];
  for (let round = 0; round < rounds; round++) {
    run.signal.throwIfAborted();
    const began = performance.now();
    const { blocks } = preCloseCheck(session.view, { notes: { count: 0, items: [] } });
    checked.push(performance.now() - began);
    if (blocks.length === 0) throw new Error('nothing stands in the way of closing');
    const asked = performance.now();
    await perform(manager.api, auditCalls.changeStatus, { params, body: { accion: 'cerrar' } }).then(
      () => Promise.reject(new Error('the audit was closed')),
      (error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'pre_close_blocked') throw error;
      },
    );
    refused.push(performance.now() - asked);
  }
  await session.close();
  return { checked, refused };
}
