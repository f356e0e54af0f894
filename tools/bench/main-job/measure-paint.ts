import type { Page } from 'playwright-core';
import type { AuditSession } from '../../../libs/audits/web/src/session/audit-session.ts';
import { clock, compareClock, type ClockOffset } from '../measure/clock.ts';
import type { Pace } from '../measure/pace.ts';
import type { Act } from './choose-act.ts';

export interface PaintTimes {
  /** Milliseconds from the act to the moment named: */
  readonly received: number[];
  readonly inDocument: number[];
  readonly painted: number[];
  /** Worst offset between the page's clock and this process's; subtracted from the times. */
  readonly clocks: ClockOffset;
}

export interface PaintOptions {
  readonly acting: AuditSession;
  readonly page: Page;
  readonly nextAct: (number: number) => Act;
  readonly pace: Pace;
  readonly warmUp: number;
  readonly acts: number;
}

/** A client without a screen acts, and a browser with the plan open shows it. */
export async function measurePaint(options: PaintOptions): Promise<PaintTimes> {
  const { acting, page, nextAct, pace } = options;
  const readClock = () => page.evaluate(() => window.paintWatch.now());
  let clocks = await compareClock(readClock);
  const times = { received: [] as number[], inDocument: [] as number[], painted: [] as number[] };
  for (let number = 0; number < options.warmUp + options.acts; number++) {
    const { intent, sign } = nextAct(number);
    await page.evaluate((expected) => window.paintWatch.expect(expected), sign);
    const seen = page.evaluate(() => window.paintWatch.seen());
    await pace.pause(30, 60);

    const began = clock();
    const result = acting.act(intent);
    if (!result.ok) throw new Error(`${intent.kind} was refused: ${result.rejection.code}`);
    const sight = await inTime(seen, `${intent.kind} to be painted`);
    await pace.pause(30, 60);

    // Between comparisons the two clocks drift by less than the uncertainty of one comparison.
    if (number % 50 === 49) clocks = nearer(clocks, await compareClock(readClock, 10));
    if (number < options.warmUp) continue;
    const since = began + clocks.offset;
    times.received.push(sight.received - since);
    times.inDocument.push(sight.inDocument - since);
    times.painted.push(sight.painted - since);
  }
  return { ...times, clocks };
}

const nearer = (a: ClockOffset, b: ClockOffset): ClockOffset => (b.uncertainty < a.uncertainty ? b : a);

function inTime<T>(promise: Promise<T>, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`waited for ${what}`)), 5_000);
    promise.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
