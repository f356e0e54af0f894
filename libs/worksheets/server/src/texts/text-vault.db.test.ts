import { createHash, randomUUID } from 'node:crypto';
import { type IntentSealer, type RawIntent, SealedWords } from '@cotejo/audits-contracts';
import { setStepProgramme } from '@cotejo/worksheets-contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { worksheetDatabase, type WorksheetDatabase } from '../worksheet-database.fixture.ts';
import { AlteredText, TextVault } from './text-vault.ts';
import { TextGates } from './text-gates.ts';
import { worksheetSealers } from './worksheet-sealers.ts';

const account = randomUUID();
let base: WorksheetDatabase;
let vault: TextVault;

beforeAll(async () => {
  base = await worksheetDatabase();
  vault = new TextVault(base.pool);
});

afterAll(() => base.drop());

const rowOf = async (ref: string) => {
  const [row] = await base.owner.query('select * from vault.text_body where ref = $1', [ref]);
  return row as { salt: Buffer; body: string; hash: string };
};

describe('the vault of texts', () => {
  it('knows how many bytes the bodies of an account take', async () => {
    const [own, other, none] = [randomUUID(), randomUUID(), randomUUID()];
    await vault.seal(own, ['sí', '🦉', '']);
    await vault.seal(other, ['no']);
    expect(await vault.storage([own, none])).toEqual(new Map([[own, 7]]));
    expect(await vault.storage([other, own])).toEqual(
      new Map([
        [own, 7],
        [other, 2],
      ]),
    );
  });

  it('keeps bodies and gives seals in their order: the hash is over a salt of its own and the body', async () => {
    const bodies = ['Él dijo «sí»', 'line\nline', 'Él dijo «sí»', '{"a":"\\"}', '🦉'];
    const seals = await vault.seal(account, bodies);
    expect(seals.map(({ length }) => length)).toEqual(bodies.map(({ length }) => length));
    for (const [index, { ref, hash }] of seals.entries()) {
      const { salt, body } = await rowOf(ref);
      expect(body).toBe(bodies[index]);
      expect(createHash('sha256').update(salt).update(body).digest('hex')).toBe(hash);
    }
    expect(seals[0]?.hash).not.toBe(seals[2]?.hash);
    const opened = await vault.open(account, seals);
    expect(seals.map(({ ref }) => opened.get(ref))).toEqual(bodies);
    expect(await vault.verify(account, seals)).toEqual(bodies.map(() => 'intact'));
  });

  it('opens nothing of another account', async () => {
    const [seal] = await vault.seal(account, ['mine']);
    await expect(vault.open(randomUUID(), [seal!])).rejects.toThrow(AlteredText);
    expect(await vault.verify(randomUUID(), [seal!])).toEqual(['missing']);
  });

  it('tells a body that was changed, even with its hash, from one that was redacted', async () => {
    const seals = await vault.seal(account, ['kept', 'changed', 'redacted']);
    const [, changed, redacted] = seals;
    await base.owner.query(
      `update vault.text_body set body = 'other', hash = encode(sha256(salt || 'other'), 'hex') where ref = $1`,
      [changed?.ref],
    );
    await base.pool.query(
      'update vault.text_body set body = null, salt = null, redacted_at = now() where ref = $1',
      [redacted?.ref],
    );
    expect(await vault.verify(account, seals)).toEqual(['intact', 'altered', 'redacted']);
    await expect(vault.open(account, seals)).rejects.toThrow(AlteredText);
    expect((await vault.open(account, [redacted!])).get(redacted!.ref)).toBeNull();
  });
});

describe('sealing the programmes of steps', () => {
  const context = { auditId: randomUUID(), accountId: account, afterwards: () => undefined };
  const sealer = (into: TextVault): IntentSealer =>
    worksheetSealers(into, new TextGates({ pool: base.pool, vault: into }))['set_step_programme']!;
  const programme = (objective: unknown, ...texts: unknown[]): RawIntent => ({
    kind: 'set_step_programme',
    id: randomUUID(),
    objective,
    instructions: texts.map((text) => ({ id: randomUUID(), text })),
  });

  it('puts the texts of a whole batch where each belongs', async () => {
    let statements = 0;
    const counted = new TextVault(
      new Proxy(base.pool, {
        get(pool, key) {
          if (key !== 'query') return Reflect.get(pool, key) as unknown;
          return (text: string, values: unknown[]) => {
            statements++;
            return pool.query(text, values);
          };
        },
      }),
    );
    const intents = [programme('objective', 'a', 'b'), programme(null, ' c '), programme(null)];
    const sealed = await sealer(counted)(intents, context);
    expect(statements).toBe(1);
    const read = await Promise.all(
      sealed.map(async (words) => {
        if (!(words instanceof SealedWords)) throw new Error('not sealed');
        const bodies = await vault.open(account, words.seals);
        return words.seals.map(({ ref }) => bodies.get(ref));
      }),
    );
    expect(read).toEqual(
      intents.map((intent) => {
        const { objective, instructions } = setStepProgramme.parse(intent);
        return [...(objective === null ? [] : [objective]), ...instructions.map(({ text }) => text)];
      }),
    );
  });

  it.each<[string, RawIntent]>([
    ['malformed', programme(7, 'a')],
    ['empty texts', programme(null, '   ')],
    ['half a character', programme('a\ud800')],
    ['a zero', programme('a\0')],
  ])('gives no seal to an intent with %s, which the rules refuse', async (_, intent) => {
    expect(await sealer(vault)([intent], context)).toEqual([null]);
    expect(setStepProgramme.safeParse(intent).success).toBe(false);
  });

  it('gives no seal to an intent that brings one: it could be of a text that its sender may not read', async () => {
    const [seal] = await vault.seal(account, ['secret']);
    expect(await sealer(vault)([programme('plain', seal)], context)).toEqual([null]);
  });
});
