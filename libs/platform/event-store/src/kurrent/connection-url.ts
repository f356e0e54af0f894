import { EventStoreError } from '../port.ts';

const SCHEME = /^(kurrentdb|kurrent|kdb|esdb)(\+discover)?:\/\/.+/;
const SCHEME_AND_USER = /^[a-z]+(\+discover)?:\/\/(?:[^@/?]*@)?/;

/** True for connection strings of the official client, judged by their scheme. */
export function isKurrentUrl(url: string): boolean {
  return SCHEME.test(url.trim());
}

/** Options that the adapter depends on; they override the operator's connection string. */
const FORCED = {
  // With `false`, a refused append looks like a success and the client misreads the actual version.
  throwOnAppendFailure: 'true',
} as const;

/** Options used when the connection string does not set them. */
const DEFAULTS = {
  connectionName: 'cotejo',
  nodePreference: 'leader',
} as const;

/**
 * The connection string passed to the client.
 * @throws EventStoreError `invalid` for a string that is not KurrentDB's
 */
export function prepareConnectionUrl(url: string): string {
  const trimmed = url.trim();
  if (!isKurrentUrl(trimmed)) {
    throw new EventStoreError('invalid', `not a KurrentDB connection string: ${withoutSecrets(trimmed)}`);
  }
  const [base = '', query = ''] = trimmed.split(/\?(.*)/s, 2);
  const given = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => [pair.split('=', 1)[0] ?? '', pair] as const)
    .filter(([name]) => !isNamed(name, Object.keys(FORCED)));
  const missing = Object.entries(DEFAULTS).filter(
    ([name]) => !given.some(([givenName]) => isNamed(givenName, [name])),
  );
  const pairs = [
    ...given.map(([, pair]) => pair),
    ...[...missing, ...Object.entries(FORCED)].map(([name, value]) => `${name}=${value}`),
  ];
  return `${base.replace(/\/+$/, '')}?${pairs.join('&')}`;
}

/** Removes user and password, for logs and messages. */
export function withoutSecrets(url: string): string {
  return url.replace(/(:\/\/)[^@/?]*@/, '$1***@').replace(/(userKeyFile=)[^&]*/i, '$1***');
}

/** The client accepts option names in any case, with or without `-` and `_`. */
function isNamed(name: string, names: readonly string[]): boolean {
  const flat = (text: string) => text.toLowerCase().replace(/[_-]/g, '');
  return names.some((one) => flat(one) === flat(name));
}

/** The servers of a connection string, for questions outside the client. */
export interface NamedServers {
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  /** The hosts as text, without user and password. */
  readonly names: string;
  /** Null when the connection is not encrypted. */
  readonly tls: { readonly caFile: string | undefined; readonly verifies: boolean } | null;
}

const DEFAULT_PORT = 2113;

/** Reads the hosts and the options of encryption; a name to discover a cluster by counts as one host. */
export function serversOf(url: string): NamedServers {
  const [base = '', query = ''] = url.trim().split(/\?(.*)/s, 2);
  const names = base.replace(SCHEME_AND_USER, '').replace(/\/+$/, '');
  const hosts = names.split(',').map((name) => {
    const [, host = name, port = ''] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(name.trim()) ?? [];
    return { host: host.replace(/^\[|\]$/g, ''), port: port === '' ? DEFAULT_PORT : Number(port) };
  });
  const option = (wanted: string): string | undefined => {
    const found = query.split('&').find((pair) => isNamed(pair.split('=', 1)[0] ?? '', [wanted]));
    return found === undefined ? undefined : decodeURIComponent(found.slice(found.indexOf('=') + 1));
  };
  const isPlain = option('tls') === 'false';
  const tls = { caFile: option('tlsCaFile'), verifies: option('tlsVerifyCert') !== 'false' };
  return { hosts, names, tls: isPlain ? null : tls };
}
