import type { Response } from 'express';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../contracts.ts';
import { AskedCall } from './asked-call.ts';
import type { KnownRequest } from './authenticator.ts';

const call = defineCall({
  method: 'POST',
  path: '/things/',
  policy: { kind: 'authenticated' },
  reach: 'account',
  body: z.unknown(),
  data: null,
});

interface Sent {
  readonly key?: string;
  readonly user?: string;
  readonly body?: unknown;
  readonly url?: string;
  readonly sha256?: string;
}

function asked({ key, user = 'ana', body = { a: 1, b: 2 }, url = '/things/', sha256 }: Sent = {}) {
  const request = {
    method: 'POST',
    originalUrl: url,
    headers: key === undefined ? {} : { 'idempotency-key': key },
    principal: { accountId: 'acme', userId: user },
    body,
    ...(sha256 !== undefined && { upload: { sha256, size: 0, path: '' } }),
  };
  return new AskedCall(call, request as unknown as KnownRequest, {} as Response);
}

describe('the command of a call', () => {
  it('is the same for the same request under the same key, whatever the order of its fields', () => {
    const { command } = asked({ key: 'k' });
    expect(z.uuid().parse(command.id)).toBe(command.id);
    expect(command.isRepeatable).toBe(true);
    expect(asked({ key: 'k' }).command).toEqual(command);
    expect(asked({ key: 'k', body: { b: 2, a: 1 } }).command).toEqual(command);
  });

  it.each<[string, Sent]>([
    ['another key', { key: 'other' }],
    ['another person', { key: 'k', user: 'leo' }],
    ['another body', { key: 'k', body: { a: 2 } }],
    ['another address', { key: 'k', url: '/things/?twice=1' }],
    ['another file', { key: 'k', sha256: 'ff' }],
  ])('is another one for %s', (_, sent) => {
    expect(asked(sent).command.id).not.toBe(asked({ key: 'k' }).command.id);
  });

  it('is new each time without a key', () => {
    const [one, other] = [asked().command, asked().command];
    expect([one.isRepeatable, other.isRepeatable]).toEqual([false, false]);
    expect(one.id).not.toBe(other.id);
    expect(asked().repeatKey).toBeUndefined();
  });

  it('of a malformed key is refused', () => {
    expect(() => asked({ key: 'with blanks' }).command).toThrow('invalid_request');
  });
});

it('things that a call creates are named after the person and the key alone', () => {
  const { repeatKey } = asked({ key: 'k' });
  expect(asked({ key: 'k', body: {} }).repeatKey).toBe(repeatKey);
  expect(asked({ key: 'k', user: 'leo' }).repeatKey).not.toBe(repeatKey);
});

it('an address with U+0000, which no column of text holds, is refused', () => {
  expect(() => asked({ url: '/things/?q=a%00b' })).toThrow('invalid_request');
  expect(() => asked({ url: '/things/?q=100%2500' })).not.toThrow();
});

it('a call gives no person, file or response that its declaration does not have', () => {
  const request = { originalUrl: '/things/', headers: {}, body: {} } as KnownRequest;
  const open = new AskedCall(call, request, {} as Response);
  expect(() => open.principal).toThrow('asks nobody to sign in');
  expect(() => open.upload).toThrow('takes no file');
  expect(() => open.response).toThrow('is not streamed');
});
