import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Passes the framework's messages to the product's log. Start-up messages are logged at trace level. */
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
