import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** What the framework has to say, in our log. Its start-up chatter is only for whoever traces. */
export class FrameworkLog implements LoggerService {
  constructor(private readonly target: Logger) {}

  log(message: unknown): void {
    this.target.trace(String(message));
  }

  debug(message: unknown): void {
    this.target.trace(String(message));
  }

  verbose(message: unknown): void {
    this.target.trace(String(message));
  }

  warn(message: unknown, ...context: unknown[]): void {
    this.target.warn({ context: context.map(String) }, String(message));
  }

  error(message: unknown, ...context: unknown[]): void {
    if (message instanceof Error) this.target.error({ err: message }, message.message);
    else this.target.error({ context: context.map(String) }, String(message));
  }

  fatal(message: unknown): void {
    this.target.fatal(String(message));
  }
}
