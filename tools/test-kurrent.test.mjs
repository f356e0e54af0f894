import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

it.each(['', ' '])('without a server it says what to set, and fails: %j', async (url) => {
  const script = resolve(import.meta.dirname, 'test-kurrent.mjs');
  const { code, stderr } = await new Promise((done) => {
    execFile(process.execPath, [script], { env: { ...process.env, KURRENTDB_URL: url } }, (error, _, said) =>
      done({ code: error?.code ?? 0, stderr: said }),
    );
  });
  expect(code).toBe(1);
  expect(stderr).toContain('KURRENTDB_URL');
});
