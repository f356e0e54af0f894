import { StartError, type StartErrorCode } from './start-error.ts';

/** Conditions of a database server that may pass while a node waits for it. */
export type ServerCondition = Extract<StartErrorCode, `server_${string}`>;

/** The server as the operator knows it. */
export interface NamedServer {
  readonly product: 'PostgreSQL' | 'KurrentDB';
  /** Host and port; never a password. */
  readonly host: string;
  /** The environment variable that names it. */
  readonly variable: string;
}

/** Conditions by the codes of Node's sockets and TLS, and by SQLSTATE. */
const BY_CODE: Readonly<Record<string, ServerCondition>> = {
  ECONNREFUSED: 'server_refused',
  EHOSTUNREACH: 'server_refused',
  ENETUNREACH: 'server_refused',
  ETIMEDOUT: 'server_silent',
  ENOTFOUND: 'server_unknown',
  EAI_AGAIN: 'server_unknown',
  ECONNRESET: 'server_lost',
  EPIPE: 'server_lost',
  // TLS: codes of OpenSSL that begin otherwise than those of CERTIFICATE below.
  DEPTH_ZERO_SELF_SIGNED_CERT: 'server_certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'server_certificate',
  HOSTNAME_MISMATCH: 'server_certificate',
  INVALID_CA: 'server_certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'server_certificate',
  EPROTO: 'server_tls',
  // https://www.postgresql.org/docs/current/errcodes-appendix.html
  '28P01': 'server_credentials',
  '28000': 'server_credentials',
  '42501': 'server_rights',
  '3D000': 'server_no_database',
  '25006': 'server_not_leader',
  '53300': 'server_busy',
  '57P01': 'server_lost',
  '57P02': 'server_lost',
  '57P03': 'server_starting',
  // Raised by migration 7 of the event store: this database accompanies another log.
  ES010: 'server_other_log',
  ES011: 'server_other_log',
};

/** Codes of OpenSSL about a certificate: `CERT_HAS_EXPIRED`, `UNABLE_TO_VERIFY_LEAF_SIGNATURE`, … */
const CERTIFICATE = /^(CERT_|UNABLE_TO_|CRL_)/;

/** Conditions by the texts of `pg` and `pg-pool` for errors without a code. */
const BY_TEXT: readonly (readonly [RegExp, ServerCondition])[] = [
  [/^timeout e|^Query read timeout|connection timeout$/, 'server_silent'],
  [/does not support SSL/i, 'server_tls'],
  [/terminated unexpectedly|Connection ended/i, 'server_lost'],
];

/** Condition of the server behind an error of a connection or of Postgres; null for any other error. */
export function conditionOf(error: unknown): ServerCondition | null {
  for (const cause of causesOf(error)) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    const condition = BY_CODE[code] ?? (CERTIFICATE.test(code) ? 'server_certificate' : undefined);
    if (condition !== undefined) return condition;
    // No listener on a Unix socket; for any other system call ENOENT is about a file.
    if (code === 'ENOENT' && 'syscall' in cause && cause.syscall === 'connect') return 'server_refused';
    if (code !== '') continue;
    const [, byText] = BY_TEXT.find(([text]) => text.test(cause.message)) ?? [];
    if (byText !== undefined) return byText;
  }
  return null;
}

/** Start error for a condition of a server; its message ends with the code. */
export function serverRefusal(
  condition: ServerCondition,
  { product, host, variable }: NamedServer,
  cause: unknown,
): StartError {
  const server = `${product} (${host})`;
  return new StartError(condition, { server, variable, reason: reasonOf(cause) }, { cause });
}

/** Start error for an error of a Postgres server; null unless it concerns the connection, the role or its rights. */
export function postgresRefusal(error: unknown, url: string, variable: string): StartError | null {
  const condition = conditionOf(error);
  if (condition === null) return null;
  return serverRefusal(condition, { product: 'PostgreSQL', host: hostOf(url), variable }, error);
}

/** Host and port of a connection URL. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '?';
}

/** The code of the innermost cause, else its first line. */
function reasonOf(error: unknown): string {
  const causes = causesOf(error);
  for (const cause of causes) if ('code' in cause && typeof cause.code === 'string') return cause.code;
  return (causes.at(-1)?.message.split('\n')[0] ?? String(error)).slice(0, 200);
}

/** The error and its causes, outermost first; an `AggregateError` (several addresses) counts as its first error. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  let next: unknown = error;
  while (next instanceof Error && causes.length < 10) {
    causes.push(next);
    next = next.cause ?? (next instanceof AggregateError ? next.errors[0] : undefined);
  }
  return causes;
}
