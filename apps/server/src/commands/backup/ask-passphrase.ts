import { readFile } from 'node:fs/promises';
import { MIN_PASSPHRASE, requirePassphrase } from '@cotejo/backup';
import { ask } from '../../terminal/ask.ts';
import { words } from '../../terminal/words.ts';
import { CircumstanceError } from '../command.ts';

export interface PassphraseWish {
  /** File whose first line is the passphrase. */
  readonly file: string | undefined;
  /** For a new backup: the passphrase must be long enough and is asked for twice. */
  readonly isNew: boolean;
}

/**
 * The passphrase of a backup: from a file, from `BACKUP_PASSPHRASE`, or asked for at the terminal.
 * @throws UsageError; BackupError `passphrase_short`
 */
export async function askPassphrase({ file, isNew }: PassphraseWish): Promise<string> {
  const passphrase = await given(file);
  if (passphrase !== null) {
    if (isNew) requirePassphrase(passphrase);
    return passphrase;
  }
  if (!process.stdin.isTTY) throw new CircumstanceError(words('backup.no_passphrase'));
  if (!isNew) return ask(words('backup.ask'), { hidden: true });
  const first = await ask(words('backup.ask_new', { minimum: MIN_PASSPHRASE }), { hidden: true });
  requirePassphrase(first);
  if ((await ask(words('backup.ask_again'), { hidden: true })) !== first)
    throw new CircumstanceError(words('backup.differ'));
  return first;
}

async function given(file: string | undefined): Promise<string | null> {
  if (file === undefined) return process.env['BACKUP_PASSPHRASE'] || null;
  try {
    return (await readFile(file, 'utf8')).split(/\r?\n/)[0] ?? '';
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CircumstanceError(words('backup.passphrase_unreadable', { file, reason }));
  }
}
