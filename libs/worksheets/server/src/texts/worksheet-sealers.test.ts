import { randomUUID } from 'node:crypto';
import { type RawIntent, SealedWords, type SealedText } from '@cotejo/audits-contracts';
import { MAX_NOTE_LENGTH, noteIntentVocabulary } from '@cotejo/worksheets-contracts';
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

  it.each(Object.entries(words))('%s: are sealed beside it', async (_, intent) => {
    expect(await seal(intent)).toEqual([new SealedWords([sealOf('Falta el acta')])]);
    expect(sealed.at(-1)).toBe('Falta el acta');
  });

  it('of several are told apart, and an answer may be without', async () => {
    const plain = words['answer_note']!;
    expect(await seal(plain, { ...plain, text: null }, { ...plain, text: 'Otra' })).toEqual([
      new SealedWords([sealOf('Falta el acta')]),
      new SealedWords([]),
      new SealedWords([sealOf('Otra')]),
    ]);
  });

  it.each(Object.entries(words))('%s: what is malformed gets no seal', async (_, intent) => {
    const place = placeOf(intent);
    const wrong = ['x'.repeat(MAX_NOTE_LENGTH + 1), '  ', 'a\0', 7, sealOf('a secret')];
    for (const one of [...wrong.map((text) => ({ ...intent, [place]: text })), { ...intent, by: ids.id }]) {
      const before = sealed.length;
      expect(await seal(one)).toEqual([null]);
      expect(sealed).toHaveLength(before);
    }
  });
});
