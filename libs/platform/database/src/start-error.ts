import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

export type StartErrorCode = keyof typeof es.errors;
export type ProgressCode = keyof typeof es.progress;
export type MessageValues = Readonly<Record<string, string | number>>;

type Key = `errors.${StartErrorCode}` | `progress.${ProgressCode}` | 'unknown_address';

/** Spanish, unless the terminal's language is English. The web's i18next isn't loaded this early. */
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

/** One line for the person at the terminal, of the `progress` part of this library's catalogue. */
export function progressMessage(code: ProgressCode, values: MessageValues = {}): string {
  return t(`progress.${code}`, values);
}

export function unknownAddress(): string {
  return t('unknown_address');
}

/**
 * Why the product can't start, in words for the person at the terminal. `message` is ready to print;
 * print nothing else (no stack): these are circumstances, not bugs.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly code: StartErrorCode;
  readonly values: MessageValues;

  constructor(code: StartErrorCode, values: MessageValues = {}, options?: ErrorOptions) {
    super(t(`errors.${code}`, values), options);
    this.code = code;
    this.values = values;
  }
}

/** Free space without which a new data folder isn't worth starting, in MB. */
export const NEEDED_MEGABYTES = 200;

/** ENOENT too: it is what Node says of a recursive mkdir on a read-only disk. */
const NOT_WRITABLE: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
]);

/** Turns a failure to write (`ENOSPC`, `EACCES`, `EROFS`…) into its message; others pass unchanged. */
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

/** Turns the error of `server.listen(port)` into its message; others pass unchanged. */
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
