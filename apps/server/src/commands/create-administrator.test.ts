import { describe, expect, it, vi } from 'vitest';
import { firstLineOfInput } from '../terminal/ask.ts';
import { UsageError, type CommandContext } from './command.ts';
import { admin } from './create-administrator.ts';

vi.mock('../terminal/ask.ts', () => ({ firstLineOfInput: vi.fn() }));

const untouched: CommandContext = {
  say: () => undefined,
  complain: () => undefined,
  foundation: () => Promise.reject(new Error('opened')),
  contexts: () => Promise.reject(new Error('opened')),
  mostImportedItems: 100,
  signal: new AbortController().signal,
};
const answers = (over: Record<string, string> = {}) =>
  Object.entries({
    account: 'Mi empresa',
    username: 'ana.ruiz',
    'first-name': 'Ana',
    'last-name': 'Ruiz',
    email: 'ana@ejemplo.co',
    ...over,
  }).flatMap(([name, value]) => [`--${name}`, value]);
const create = (password: string, over?: Record<string, string>) => {
  vi.mocked(firstLineOfInput).mockResolvedValue(password);
  return admin.run(['create', ...answers(over), '--password-stdin'], untouched);
};

describe('npm run admin -- create', () => {
  it('refuses a short password before it opens an account that nobody could enter', async () => {
    await expect(create('corta')).rejects.toMatchObject({ code: 'password_length' });
    await expect(create('una-clave-larga-2026')).rejects.toThrow('opened');
  });

  it.each([
    ['an empty answer', { username: ' ' }],
    ['an edition that is not there', { edition: 'galaxy' }],
    ['an option that is not there', { admin: 'yes' }],
  ])('%s is a wrong use', async (_, over) => {
    await expect(create('una-clave-larga-2026', over)).rejects.toThrow(UsageError);
  });
});
