import type { AuditSession } from '../../../libs/audits/web/src/session/audit-session.ts';
import type { Act } from '../main-job/choose-act.ts';
import { clock } from '../measure/clock.ts';
import type { Pace } from '../measure/pace.ts';

export interface EchoOptions {
  readonly session: AuditSession;
  readonly nextAct: (number: number) => Act;
  readonly pace: Pace;
  readonly warmUp: number;
  readonly acts: number;
}

/** Milliseconds of script from an act to rows that show it, in the browser's client code without a screen. */
export async function measureEcho({ session, nextAct, pace, warmUp, acts }: EchoOptions): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < warmUp + acts; number++) {
    const { intent, item, shows } = nextAct(number);
    const began = clock();
    const result = session.act(intent);
    const row = session.snapshot.rowOf(item);
    const took = clock() - began;
    if (!result.ok) throw new Error(`${intent.kind} was refused: ${result.rejection.code}`);
    if (!row || !shows(row.node)) throw new Error(`${intent.kind} does not show`);
    if (number >= warmUp) times.push(took);
    await pace.pause(5, 25);
  }
  return times;
}
