import { describe, expect, it } from 'vitest';
import { serverOfThisFile } from '../server-of-this-file.fixture.ts';

const started = serverOfThisFile();

describe('/login/external/', () => {
  it('leads back to the sign-in page where no directory is configured', async () => {
    const answer = await started().api().get('/api/login/external/google/').expect(302);
    expect(answer.headers['location']).toBe('/login/#error=method_not_offered');
    expect(answer.headers['set-cookie']).toBeUndefined();
    await started().api().get('/api/login/external/otro/').expect(400);
  });

  it('leads back to the sign-in page whoever proved nothing', async () => {
    const answer = await started()
      .api()
      .get('/api/login/external/azure_ad/return/?state=x&code=y')
      .expect(302);
    expect(answer.headers['location']).toBe('/login/#error=external_sign_in_failed');
  });

  it('opens nothing for a word that nobody was given', async () => {
    const { body } = await started()
      .api()
      .post('/api/login/external/')
      .send({ w: 'x'.repeat(43) })
      .expect(200);
    expect(body).toMatchObject([false, { code: 'external_sign_in_failed' }, null]);
  });
});
