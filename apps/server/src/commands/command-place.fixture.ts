import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import type { Logger } from 'pino';
import { ClosingStack } from '../configuration/closing-stack.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { createLogger } from '../configuration/logger.ts';
import { openContexts, type Contexts } from '../contexts.ts';
import { openFoundation, type Foundation } from '../foundation.ts';
import type { Command, CommandContext } from './command.ts';

/** An empty installation with its own database and folder, in which commands run. */
export class CommandPlace {
  /** Lines printed by the last command. */
  said: string[] = [];
  /** Context passed to commands. */
  readonly context: CommandContext;
  private opened: Contexts | null = null;

  private constructor(
    readonly foundation: Foundation,
    /** Data folder. */
    readonly folder: string,
    private readonly database: TestDatabase,
    private readonly closing: ClosingStack,
    private readonly log: Logger,
  ) {
    const say = (line: string): void => void this.said.push(line);
    this.context = {
      say,
      complain: say,
      foundation: async () => foundation,
      contexts: async () => {
        if (!this.opened) throw new Error('this command opens contexts');
        return this.opened;
      },
      signal: new AbortController().signal,
      mostImportedItems: foundation.mostImportedItems,
    };
  }

  static async open(): Promise<CommandPlace> {
    const database = await testDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'cotejo-command-'));
    const closing = new ClosingStack((_, error) => {
      throw error;
    });
    const read = readConfiguration({
      NODE_ENV: 'test',
      DATA_DIR: folder,
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      LOG_LEVEL: 'silent',
    });
    if (!read.ok) throw new Error(read.variables.join());
    const { configuration } = read;
    const log = createLogger(configuration);
    const foundation = await openFoundation({ configuration, log, say: () => undefined, closing });
    return new CommandPlace(foundation, folder, database, closing, log);
  }

  /** Opens the contexts, as a server running beside the commands does. */
  async openContexts(): Promise<Contexts> {
    const { foundation, log, closing } = this;
    this.opened = await openContexts({ foundation, log, closing });
    return this.opened;
  }

  /** Runs a command; returns its exit code. */
  run(command: Command, ...args: string[]): Promise<number> {
    this.said = [];
    return command.run(args, this.context);
  }

  async close(): Promise<void> {
    await this.closing.close();
    await this.database.drop();
    await rm(this.folder, { recursive: true });
  }
}
