import { afterEach, describe, expect, it, vi } from 'vitest';
import { DatabaseClock, MOST_CLOCK_DIFFERENCE_MS } from './database-clock.ts';

const NOON = Date.parse('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
let open: DatabaseClock | null = null;
afterEach(() => open?.stop());

/** A database and a machine with clocks set by the test; queries take `there` and `back` milliseconds each way. */
async function given({ databaseAt = NOON, machineAt = NOON, elapsedAt = 1_000 } = {}) {
  const world = { databaseAt, machineAt, elapsedAt, there: 0, back: 0 };
  const pass = (ms: number): void => {
    world.databaseAt += ms;
    world.machineAt += ms;
    world.elapsedAt += ms;
  };
  const query = vi.fn(() => {
    pass(world.there);
    const ms = String(world.databaseAt);
    pass(world.back);
    return Promise.resolve({ rows: [{ ms }] });
  });
  const log = { info: vi.fn(), warn: vi.fn() };
  const clock = await DatabaseClock.start({
    pool: { query } as never,
    log,
    elapsed: () => world.elapsedAt,
    machine: () => new Date(world.machineAt),
  });
  open = clock;
  return { clock, world, pass, log };
}

describe('time by the database', () => {
  it('is the same on a machine whose clock is five hours ahead, which is not ready and says by how much', async () => {
    const { clock, log } = await given({ machineAt: NOON + 5 * HOUR_MS });
    expect(clock.now().getTime()).toBe(NOON);
    expect(clock.isMachineRight).toBe(false);
    expect(clock.machineAheadMs).toBe(5 * HOUR_MS);
    expect(log.warn).toHaveBeenCalledExactlyOnceWith({ aheadSeconds: 18_000 }, expect.any(String));
  });

  it.each([
    [0, true],
    [MOST_CLOCK_DIFFERENCE_MS, true],
    [-MOST_CLOCK_DIFFERENCE_MS, true],
    [MOST_CLOCK_DIFFERENCE_MS + 1, false],
    [-MOST_CLOCK_DIFFERENCE_MS - 1, false],
    [-5 * HOUR_MS, false],
  ])('calls a machine that is %d ms ahead right: %s', async (ahead, isRight) => {
    const { clock } = await given({ machineAt: NOON + ahead });
    expect(clock.isMachineRight).toBe(isRight);
  });

  it('goes on by itself when the machine is set to another time, and says when that is mended', async () => {
    const { clock, world, pass, log } = await given();
    pass(2_000);
    world.machineAt += 5 * HOUR_MS;
    expect(clock.now().getTime()).toBe(NOON + 2_000);
    expect(clock.isMachineRight).toBe(false);
    await clock.read();
    await clock.read();
    expect(log.warn).toHaveBeenCalledOnce();
    world.machineAt -= 5 * HOUR_MS;
    await clock.read();
    expect(log.info).toHaveBeenCalledOnce();
  });

  it('follows a database that drifts, and no slow answer further than it proves', async () => {
    const { clock, world } = await given();
    world.databaseAt += 40;
    await clock.read();
    expect(clock.now().getTime()).toBe(NOON + 40);
    Object.assign(world, { there: 3_000, back: 1_000 });
    await clock.read();
    expect(clock.now().getTime()).toBe(world.databaseAt);
  });

  it('keeps what it knew while the database does not answer', async () => {
    const { clock, pass } = await given();
    const failing = await given();
    expect(failing.clock.now()).toEqual(clock.now());
    pass(60_000);
    expect(clock.now().getTime()).toBe(NOON + 60_000);
  });
});
