import type { SessionData } from '@cotejo/access-contracts';
import { createClient } from '@cotejo/database/connections';
import type { CopiedDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { demoDatabase } from '../demo-database.fixture.ts';
import { newSmallAudit } from '../whole-server/small-audit.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';

const HOUR_MS = 3_600_000;
const readiness = z.object({ details: z.record(z.string(), z.boolean()) });

let database: CopiedDatabase;
let right: StartedServer;
let ahead: StartedServer;
let manager: SessionData;

beforeAll(async () => {
  database = await demoDatabase();
  right = await StartedServer.on(database);
  manager = await right.signIn();
  ahead = await StartedServer.on(database, {}, { clock: () => new Date(Date.now() + 5 * HOUR_MS) });
});
afterAll(async () => {
  await ahead.stop();
  await right.stop();
  await database.drop();
});

describe('a second node whose clock is five hours ahead', () => {
  it('is not ready, and says why; the first one is', async () => {
    await right.api().get('/health/ready').expect(200);
    const { body } = await ahead.api().get('/health/ready').expect(503);
    expect(readiness.parse(body).details).toMatchObject({ clock: false, store: true });
    expect(ahead.complaints.join()).toContain("the machine's clock is wrong");
    const { text } = await ahead.api().get('/metrics').expect(200);
    const [, seconds] = /^cotejo_clock_ahead_seconds (\S+)$/m.exec(text) ?? [];
    expect(Number(seconds)).toBeCloseTo(5 * 3_600, -1);
  });

  it('signs nobody out', async () => {
    await ahead.get('/users/@me/', manager).expect(200);
    await right.get('/users/@me/', manager).expect(200);
    const own = await ahead.signIn();
    await right.get('/users/@me/', own).expect(200);
  });

  it('stamps no event in the future', async () => {
    await newSmallAudit(ahead, manager, { nombre: 'Reloj adelantado', lider: manager.user.id });
    const client = createClient({ connectionString: database.ownerUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ ahead: string | null }>(
        `select max(extract(epoch from greatest(recorded_at, (meta->>'at')::timestamptz) - clock_timestamp()))::text
                as ahead from es.event`,
      );
      expect(Number(rows[0]?.ahead)).toBeLessThan(60);
    } finally {
      await client.end();
    }
  });
});
