import { parseArgs, type ParseArgsConfig } from 'node:util';
import { words } from '../terminal/words.ts';
import { UsageError } from './command.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

export const TEXT = { type: 'string' } as const;
export const FLAG = { type: 'boolean' } as const;

/**
 * Parses the arguments of a command into option values and positionals.
 * @throws UsageError naming the invalid option
 */
export function readArguments<const T extends Options>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    const option = /'([^']+)'/.exec(String(error))?.[1] ?? '';
    throw new UsageError(words('unknown_option', { option }));
  }
}
