import { randomUUID } from 'node:crypto';
import type { RawIntent } from '@cotejo/audits-contracts';
import { MAX_NOTE_LENGTH, noteIntentVocabulary, type SealedText } from '@cotejo/worksheets-contracts';
import type { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { TextGates } from './text-gates.ts';
import type { TextVault } from './text-vault.ts';
import { worksheetSealers } from './worksheet-sealers.ts';

const context = { auditId: randomUUID(), accountId: randomUUID(), afterwards: () => undefined };
const sealOf = (body: string): SealedText => ({
  ref: '00000006-0000-4000-8000-000000000001',
  hash: 'a'.repeat(64),
  length: body.length,
});
const sealed: string[] = [];
const vault = {
  seal: async (_: string, bodies: readonly string[]) => {
    sealed.push(...bodies);
    return bodies.map(sealOf);
  },
} as unknown as TextVault;
const gates = new TextGates({ pool: {} as Pool, vault });
const sealers = worksheetSealers(vault, gates);
const seal = (...intents: RawIntent[]) => sealers[intents[0]?.kind ?? '']!(intents, context);

const ids = { id: randomUUID(), note: randomUUID(), entry: randomUUID() };
const words: Readonly<Record<string, RawIntent>> = {
  add_note: { kind: 'add_note', id: ids.id, note: ids.note, text: ' Falta el acta ' },
  reply_note: { kind: 'reply_note', ...ids, text: 'Falta el acta' },
  answer_note: { kind: 'answer_note', ...ids, text: 'Falta el acta' },
  reopen_note: { kind: 'reopen_note', ...ids, reason: 'Falta el acta' },
};
const placeOf = (intent: RawIntent) => ('reason' in intent ? 'reason' : 'text');

describe('the words of review notes', () => {
  it('every kind of intent that has some goes through the vault', () => {
    expect(Object.keys(words)).toEqual(
      Object.keys(noteIntentVocabulary).filter((kind) => kind !== 'close_note'),
    );
    expect(Object.keys(sealers)).toEqual(expect.arrayContaining(Object.keys(words)));
  });

  it.each(Object.entries(words))('%s: are sealed where they stand', async (_, intent) => {
    const [done] = await seal(intent);
    expect(done).toEqual({ ...intent, [placeOf(intent)]: sealOf('Falta el acta') });
    expect(sealed.at(-1)).toBe('Falta el acta');
  });

  it('of several are told apart, and an answer may be without', async () => {
    const plain = words['answer_note']!;
    const [one, none, two] = await seal(plain, { ...plain, text: null }, { ...plain, text: 'Otra' });
    expect([one, none, two]).toMatchObject([
      { text: sealOf('Falta el acta') },
      { text: null },
      { text: sealOf('Otra') },
    ]);
  });

  it.each(Object.entries(words))('%s: one that brings a seal is emptied', async (kind, intent) => {
    expect(await seal({ ...intent, [placeOf(intent)]: sealOf('secret') })).toEqual([{ kind }]);
  });

  it.each(Object.entries(words))('%s: what is too long or empty is left for the rules', async (_, intent) => {
    for (const text of ['x'.repeat(MAX_NOTE_LENGTH + 1), '  ', 'a\0', 7]) {
      const wrong = { ...intent, [placeOf(intent)]: text };
      const before = sealed.length;
      expect(await seal(wrong)).toEqual([wrong]);
      expect(sealed).toHaveLength(before);
    }
  });
});
