import { describe, expect, it } from 'vitest';
import { refuseClaims } from './refuse-claims.ts';

const isByServer = (kind: string): boolean => kind === 'revise_texts';
const refused = (intent: { readonly kind: string; readonly [field: string]: unknown }) =>
  refuseClaims(intent, isByServer);
const batch = (...intents: readonly object[]) => ({
  kind: 'batch',
  parts: intents.map((intent) => ({ schema: 1, intent })),
});
const rename = { kind: 'rename_item', id: 'a', name: 'Otro' };

describe('what a browser may not say', () => {
  it.each<[string, object, boolean]>([
    ['a change of its own', rename, false],
    ['values', { kind: 'set_values', id: 'a', values: { probability: 3 } }, false],
    ['values that begin no work', { kind: 'set_values', id: 'a', values: {}, copied: true }, true],
    ['what is the server’s', { kind: 'revise_texts', id: 'a' }, true],
    ['a new item', { kind: 'create_item', id: 'a' }, false],
    ['a link within the audit', { kind: 'create_item', id: 'a', target: { audit: null, item: 'b' } }, false],
    ['a link to another audit', { kind: 'create_item', id: 'a', target: { audit: 'x', item: 'b' } }, true],
    ['that it is a copy', { kind: 'create_item', id: 'a', copiedFrom: { audit: 'x' } }, true],
    ['that it comes from a library', { kind: 'create_item', id: 'a', origin: 'library' }, true],
  ])('%s: %s %s', (_what, intent, isRefused) => {
    const one = intent as { readonly kind: string };
    expect(refused(one)).toEqual(isRefused ? { code: 'forbidden' } : null);
    expect(refused(batch(rename, one))).toEqual(
      isRefused ? { code: 'forbidden', params: { part: 1 } } : null,
    );
  });

  it('is nothing where an intent is none', () => {
    expect(refused({ kind: 'batch', parts: 'none' })).toBeNull();
    expect(refused({ kind: 'batch', parts: [null, { intent: 7 }] })).toBeNull();
  });
});
