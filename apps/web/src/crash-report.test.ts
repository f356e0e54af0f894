import { errorReportBody } from '@cotejo/access-contracts';
import { ApiError } from '@cotejo/http/client';
import { describe, expect, it } from 'vitest';
import { crashReport } from './crash-report.ts';

const user = { id: '018f5c1e-0000-4000-8000-000000000001' };
const context = { url: 'https://cotejo.co/auditorias/plan/?item=7#x', user, env: 'Firefox' };
const answered = (status: number) => new ApiError(status, { error: 'no', code: 'no' });

describe('the report of a crash', () => {
  it('says what, where in the page, at which path, to whom and in what browser', () => {
    const fault = new Error('x is undefined');
    expect(crashReport(fault, '\n    at Row', context)).toEqual({
      error: fault.stack,
      errorInfo: '\n    at Row',
      url: 'https://cotejo.co/auditorias/plan/',
      user: user.id,
      env: 'Firefox',
    });
  });

  it.each([
    ['a fault of the page', new TypeError("Cannot read properties of undefined (reading 'id')"), true],
    ['a fault of the server', answered(500), true],
    ['something thrown that is no error', 'broken', true],
    ['no answer', ApiError.network(new TypeError('Failed to fetch')), false],
    ['what the server could not accept', answered(400), false],
    [
      'a part of the program that did not come',
      new TypeError('Failed to fetch dynamically imported module: /assets/a.js'),
      false,
    ],
    ['the same in Firefox', new TypeError('error loading dynamically imported module: /a.js'), false],
    ['the same in Safari', new TypeError('Importing a module script failed.'), false],
  ])('%s: %#', (_, fault, isTold) => {
    expect(crashReport(fault, null, context) !== null).toBe(isTold);
  });

  it('is never longer than the server accepts', () => {
    const long = new Error('x');
    long.stack = 'x'.repeat(50_000);
    const body = crashReport(long, 'y'.repeat(50_000), {
      url: `https://cotejo.co/${'z'.repeat(5000)}`,
      user: null,
      env: 'e'.repeat(500),
    });
    expect(errorReportBody.safeParse(body).success).toBe(true);
  });
});
