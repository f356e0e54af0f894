import { createServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { explainListenError, explainWriteError, StartError } from './start-error.ts';

afterEach(() => vi.unstubAllEnvs());

describe('a reason not to start', () => {
  it.each([
    { language: 'C.UTF-8', text: 'ya está ocupado' },
    { language: 'es_CO.UTF-8', text: 'ya está ocupado' },
    { language: 'en_US.UTF-8', text: 'is taken' },
  ])('is told in the language of the terminal: $language', ({ language, text }) => {
    vi.stubEnv('LC_ALL', language);
    expect(new StartError('port_taken', { port: 3000, suggestion: 3001 }).message).toContain(text);
  });

  it('names the taken port and another to try', async () => {
    const first = createServer();
    const port = await new Promise<number>((resolve) => {
      first.listen(0, () => {
        const address = first.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    const error = await new Promise((resolve) => createServer().on('error', resolve).listen(port));
    first.close();
    expect(explainListenError(error, port)).toMatchObject({
      code: 'port_taken',
      message: expect.stringMatching(new RegExp(`${port}.*PORT=${port + 1} npm start`)),
    });
  });

  it.each([
    { code: 'ENOSPC', told: 'disk_full' },
    { code: 'EROFS', told: 'not_writable' },
    { code: 'ENOTDIR', told: 'not_writable' },
    { code: 'ENOENT', told: 'not_writable' },
  ])('of a write that fails with $code is $told', ({ code, told }) => {
    const error = Object.assign(new Error(code), { code });
    expect(explainWriteError(error, '/somewhere')).toMatchObject({ code: told });
  });

  it('passes what it does not know unchanged', () => {
    const error = new Error('a bug');
    expect(explainWriteError(error, '/somewhere')).toBe(error);
    expect(explainListenError(error, 1)).toBe(error);
  });
});
