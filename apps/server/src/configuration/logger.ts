import pino, { type DestinationStream, type Logger } from 'pino';
import type { Configuration } from './configuration.ts';

/** Redacted paths of log objects; a second safeguard behind the serializers. */
const SECRET_PATHS = [
  'authorization',
  'cookie',
  'token',
  'ticket',
  'password',
  'passwordHash',
  'secret',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** Loggable fields of an error. Other properties are dropped: a database error carries query and values. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const cause = error.cause instanceof Error ? { cause: describeError(error.cause) } : {};
  return { type: error.name, message: error.message, stack: error.stack, ...code, ...cause };
}

/** Structured logs on stdout; human-readable on a terminal outside production. */
export function createLogger(configuration: Configuration, destination?: DestinationStream): Logger {
  const readable = destination === undefined && !configuration.production && process.stdout.isTTY;
  const options = {
    level: configuration.logLevel,
    base: null,
    redact: { paths: SECRET_PATHS, censor: '[hidden]' },
    serializers: { err: describeError, error: describeError },
    ...(readable ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } } : {}),
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
