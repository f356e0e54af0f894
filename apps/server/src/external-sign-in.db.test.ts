import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartedServer } from './started-server.fixture.ts';

let database: TestDatabase;
let started: StartedServer;

beforeAll(async () => {
  database = await testDatabase();
  started = await StartedServer.start({
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
  });
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

describe('/login/external/', () => {
  it('leads back to the sign-in page where no directory is configured', async () => {
    const answer = await started.api().get('/api/login/external/google/').expect(302);
    expect(answer.headers['location']).toBe('/login/#error=method_not_offered');
    expect(answer.headers['set-cookie']).toBeUndefined();
    await started.api().get('/api/login/external/otro/').expect(400);
  });

  it('leads back to the sign-in page whoever proved nothing', async () => {
    const answer = await started.api().get('/api/login/external/azure_ad/return/?state=x&code=y').expect(302);
    expect(answer.headers['location']).toBe('/login/#error=external_sign_in_failed');
  });

  it('opens nothing for a word that nobody was given', async () => {
    const { body } = await started
      .api()
      .post('/api/login/external/')
      .send({ w: 'x'.repeat(43) })
      .expect(200);
    expect(body).toMatchObject([false, { code: 'external_sign_in_failed' }, null]);
  });
});
