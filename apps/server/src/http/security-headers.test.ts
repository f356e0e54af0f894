import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { securityHeaders, type OutsideScripts } from './security-headers.ts';

function headersWith(outside?: OutsideScripts): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => void headers.set(name.toLowerCase(), value),
    removeHeader: () => undefined,
  } as unknown as Response;
  securityHeaders(outside)({ path: '/' } as Request, response, () => undefined);
  return headers;
}

/** Content security policy of a page, by directive. */
function policyWith(outside?: OutsideScripts): ReadonlyMap<string, string> {
  const policy = headersWith(outside).get('content-security-policy') ?? '';
  return new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );
}

describe('the security policy of pages', () => {
  it('allows nothing from elsewhere, and no inline script', () => {
    for (const policy of [policyWith(), policyWith([null, null])]) {
      expect(policy.get('script-src')).toBe("'self'");
      expect(policy.get('connect-src')).toBe("'self'");
      expect(policy.get('img-src')).toBe("'self' data: blob:");
      expect(policy.get('frame-src')).toBe('blob:');
      expect([...policy.values()].join(' ')).not.toMatch(/https?:|'unsafe-eval'/);
    }
  });

  it('lets nobody embed a page, move where its links lead, or load a plugin', () => {
    const policy = policyWith();
    for (const name of ['frame-ancestors', 'base-uri', 'object-src']) expect(policy.get(name)).toBe("'none'");
  });

  it('asks browsers for https alone for a year, on every name below this one', () => {
    expect(headersWith().get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });

  it('lets in the origins of the chats that are configured, and those alone', () => {
    const policy = policyWith([
      'https://chat.example.co/v1/widget.js?site=7',
      'https://chat.example.co/b.js',
    ]);
    expect(policy.get('script-src')).toBe("'self' https://chat.example.co");
    expect(policy.get('connect-src')).toBe("'self' https://chat.example.co wss://chat.example.co");
    expect(policy.get('frame-src')).toBe('blob: https://chat.example.co');
    expect(policy.get('default-src')).toBe("'self'");
  });
});
