import { backup } from './backup.ts';
import { admin } from './create-administrator.ts';
import type { Command } from './command.ts';
import { importCatalogue } from './import-catalogue.ts';
import { log } from './log.ts';
import { projections } from './projections.ts';
import { texts } from './texts.ts';

/** Commands by their first word. */
export const commands: Readonly<Record<string, Command>> = {
  admin,
  backup,
  import: importCatalogue,
  log,
  projections,
  texts,
};
