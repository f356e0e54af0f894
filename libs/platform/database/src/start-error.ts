import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

export type StartErrorCode = keyof typeof es.errors;
export type ProgressCode = keyof typeof es.progress;
export type MessageValues = Readonly<Record<string, string | number>>;

type Key = `errors.${StartErrorCode}` | `progress.${ProgressCode}` | 'unknown_address';

/** Spanish, unless the terminal's language is English. i18next isn't loaded this early. */
function t(key: Key, values: MessageValues = {}): string {
  const language = process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG'] || '';
  const catalogue: Record<string, string | Record<string, string>> = language.toLowerCase().startsWith('en')
    ? en
    : es;
  const [branch = '', leaf = ''] = key.split('.');
  const found = catalogue[branch] ?? '';
  const template = typeof found === 'string' ? found : (found[leaf] ?? '');
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** One line for the terminal, from the `progress` part of this library's catalogue. */
export function progressMessage(code: ProgressCode, values: MessageValues = {}): string {
  return t(`progress.${code}`, values);
}

export function unknownAddress(): string {
  return t('unknown_address');
}

/**
 * Condition that prevents the product from starting, as a message for the operator. `message` is ready to print,
 * without a stack: these are conditions, not bugs.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly code: StartErrorCode;
  readonly values: MessageValues;

  constructor(code: StartErrorCode, values: MessageValues = {}, options?: ErrorOptions) {
    super(t(`errors.${code}`, { ...values, code }), options);
    this.code = code;
    this.values = values;
  }
}

/** Free space in MB that a new data folder requires. */
export const NEEDED_MEGABYTES = 200;

/** Includes ENOENT, which Node reports for a recursive mkdir on a read-only disk. */
const NOT_WRITABLE: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
]);

/** Maps a write error (`ENOSPC`, `EACCES`, `EROFS`…) to a StartError; others pass unchanged. */
export function explainWriteError(error: unknown, folder: string): unknown {
  const code = errorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StartError('disk_full', { folder, megabytes: NEEDED_MEGABYTES }, { cause: error });
  }
  if (code !== undefined && NOT_WRITABLE.has(code)) {
    return new StartError('not_writable', { folder, reason: code }, { cause: error });
  }
  return error;
}

/** Maps the error of `server.listen(port)` to a StartError; others pass unchanged. */
export function explainListenError(error: unknown, port: number): unknown {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') {
    return new StartError('port_taken', { port, suggestion: port + 1 }, { cause: error });
  }
  if (code === 'EACCES') return new StartError('port_forbidden', { port }, { cause: error });
  return error;
}

export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
