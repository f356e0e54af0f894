import type { Configuration } from '../../configuration/configuration.ts';
import type { CommandContext } from '../command.ts';

export interface LogOptions {
  readonly positionals: readonly string[];
  readonly values: {
    readonly key?: string[] | undefined;
    readonly resume?: boolean | undefined;
    readonly reason?: string | undefined;
    readonly by?: string | undefined;
    readonly link?: string | undefined;
    readonly confirm?: string | undefined;
  };
}

export interface LogSurroundings {
  readonly configuration: Configuration;
  readonly context: CommandContext;
}

/** A subcommand of `npm run log`; returns the exit code. */
export type LogVerb = (options: LogOptions, surroundings: LogSurroundings) => Promise<number>;
