import { admin } from './create-administrator.ts';
import type { Command } from './command.ts';

/** First word of a command → what it does. */
export const commands: Readonly<Record<string, Command>> = { admin };
