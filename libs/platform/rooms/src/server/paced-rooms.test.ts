import { afterEach, describe, expect, it } from 'vitest';
import { cleanUp, SESSION, startRooms } from './notes-room.fixture.ts';

afterEach(cleanUp);

/** Makes one visitor wait once its budget is used up; others never wait. */
async function roomsWithPace(slow: string, most: number) {
  const started = await startRooms({ beat: 30 });
  const { host } = started;
  let [spent, waiting] = [0, 0];
  let goOn: () => void = () => undefined;
  host.take = ({ name }, cost) => {
    if (name !== slow) return null;
    spent += cost;
    if (spent <= most) return null;
    waiting++;
    return new Promise((resolve) => (goOn = resolve));
  };
  return { ...started, waiting: () => waiting, goOn: () => goOn() };
}

const seqs = ({ intents }: { intents: readonly { seq: number }[] }) => intents.map(({ seq }) => seq);

describe('somebody who asks for more than a person may', () => {
  it('waits, counted by what the intents cost, and then goes on in order', async () => {
    const { host, connect, waiting, goOn } = await roomsWithPace('mal', 1_000);
    const mal = await connect('mal').synced();
    for (const seq of [0, 1, 2, 3]) mal.intent(SESSION, seq, { kind: 'many', cost: seq < 3 ? 450 : 1 });
    await expect.poll(waiting).toBe(1);
    expect(seqs(host)).toEqual([0, 1]);
    host.take = () => null;
    goOn();
    await mal.until(() => mal.answers.length === 4);
    expect([seqs(host), mal.closeCode]).toEqual([[0, 1, 2, 3], null]);
  });

  it('keeps nobody else waiting', async () => {
    const { host, connect, waiting } = await roomsWithPace('mal', 10);
    const [mal, ana] = await Promise.all([connect('mal').synced(), connect('ana').synced()]);
    mal.intent(SESSION, 0, { kind: 'many', cost: 450 });
    await expect.poll(waiting).toBe(1);
    ana.intent(SESSION, 7, { kind: 'one', cost: 450 });
    await ana.until(() => ana.answers.length === 1);
    expect(seqs(host)).toEqual([7]);
  });

  it('is not judged once they are gone', async () => {
    const { host, connect, waiting, goOn } = await roomsWithPace('mal', 10);
    const [mal, ana] = await Promise.all([connect('mal').synced(), connect('ana').synced()]);
    mal.intent(SESSION, 0, { kind: 'many', cost: 450 });
    await expect.poll(waiting).toBe(1);
    mal.cut();
    await expect.poll(() => [...(host.audience?.members() ?? [])].length).toBe(1);
    goOn();
    ana.intent(SESSION, 7, { kind: 'one' });
    await ana.until(() => ana.answers.length === 1);
    expect(seqs(host)).toEqual([7]);
  });

  it('is not let into another room before', async () => {
    const { connect, waiting, goOn, host } = await roomsWithPace('mal', 4);
    const mal = connect('mal');
    await expect.poll(waiting).toBe(1);
    expect(mal.frames).toEqual([]);
    // Messages are not read yet: several heartbeats must not count as silence.
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(mal.closeCode).toBeNull();
    host.take = () => null;
    goOn();
    await mal.synced();
  });

  it('is charged what a room finds out only afterwards', async () => {
    const { host, connect } = await startRooms();
    await connect('mal').synced();
    for (const member of host.audience?.members() ?? []) member.charge(300);
    expect(host.charged).toEqual([['mal', 300]]);
  });
});
