import { ApiError } from '@cotejo/http/client';
import { z } from 'zod';
import type { SignedIn } from '../../bench/product/sign-in.ts';
import { inTime, sleep } from '../cluster/processes.ts';
import type { Ledger } from '../history/ledger.ts';
import type { Random } from '../plan/random.ts';
import type { Evidence } from '../report/evidence.ts';

export interface CreatorOptions {
  readonly name: string;
  readonly person: SignedIn;
  readonly leader: string;
  readonly ledger: Ledger;
  readonly evidence: Evidence;
  readonly random: Random;
}

const created = z.object({ id: z.string(), codigo: z.string() });
const PATIENCE_MS = 3_000;
const AGAIN_MS = 80;

/** A final verdict of the product; any other error is retried. */
const isRefusal = ({ status, code }: ApiError): boolean =>
  status >= 400 && status < 500 && ![401, 408, 429].includes(status) && code !== 'request_in_progress';

/** Creates audits over REST; without an answer, it resends the request under the same key. */
export class Creator {
  pending = 0;

  constructor(private readonly options: CreatorOptions) {}

  get name(): string {
    return this.options.name;
  }

  /** Runs until the signal aborts; a creation begun before is continued until it is answered. */
  async act(signal: AbortSignal): Promise<void> {
    const { random } = this.options;
    while (!signal.aborted) {
      await sleep(random.between(400, 1_400));
      if (!signal.aborted) await this.create();
    }
  }

  private async create(): Promise<void> {
    const { random, ledger } = this.options;
    const key = random.uuid();
    const name = `Auditoría ${key}`;
    const isWrong = random.chance(0.15);
    ledger.askCreation(key, name);
    this.pending += 1;
    // Sent again after its answer, as by a proxy that repeats requests.
    for (let times = random.chance(0.4) ? 2 : 1; times > 0; times--) await this.send(key, name, isWrong);
    this.pending -= 1;
  }

  private async send(key: string, name: string, isWrong: boolean): Promise<void> {
    const { person, leader, ledger, evidence } = this.options;
    const body = {
      nombre: name,
      plantilla: 'estandar',
      fecha_inicio: '2026-02-01',
      fecha_fin: isWrong ? '2026-01-01' : '2026-06-30',
      horas_presupuestadas: 80,
      lider: leader,
      procesos: ['Compras'],
    };
    for (;;) {
      try {
        const signal = AbortSignal.timeout(PATIENCE_MS);
        const sent = person.api.post('/proyecto/riesgo/auditoria/', body, {
          schema: created,
          idempotencyKey: key,
          signal,
        });
        // An abort in the middle of the answer can leave a fetch that never settles.
        const { id, codigo } = await inTime(sent, 2 * PATIENCE_MS);
        evidence.note('created', { key, id, codigo });
        return ledger.answerCreation(key, { ok: true, audit: id, code: codigo });
      } catch (error) {
        if (error instanceof ApiError && isRefusal(error)) {
          evidence.note('not created', { key, code: error.code });
          return ledger.answerCreation(key, { ok: false, code: error.code });
        }
        evidence.note('creation failed', { key, error: String(error) });
      }
      await sleep(AGAIN_MS);
    }
  }
}
