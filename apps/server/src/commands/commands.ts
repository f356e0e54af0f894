import { admin } from './create-administrator.ts';
import type { Command } from './command.ts';
import { importCatalogue } from './import-catalogue.ts';

/** First word of a command → what it does. */
export const commands: Readonly<Record<string, Command>> = {
  admin,
  import: importCatalogue,
};
