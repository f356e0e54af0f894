import { EventStoreError } from '../port.ts';

const SCHEME = /^(kurrentdb|kurrent|kdb|esdb)(\+discover)?:\/\/.+/;

/** True for what the official client takes as a connection string, judged by its scheme. */
export function isKurrentUrl(url: string): boolean {
  return SCHEME.test(url.trim());
}

/** What the adapter relies on, whatever the operator's connection string says. */
const FORCED = {
  // With `false` a refused append looks like one that succeeded, and the client misreads the actual version.
  throwOnAppendFailure: 'true',
} as const;

/** Used where the connection string does not say. */
const DEFAULTS = {
  connectionName: 'cotejo',
  nodePreference: 'leader',
} as const;

/**
 * The connection string that the client is given.
 * @throws EventStoreError `invalid` for one that is not KurrentDB's
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

/** For logs and messages: user and password are left out. */
export function withoutSecrets(url: string): string {
  return url.replace(/(:\/\/)[^@/?]*@/, '$1***@').replace(/(userKeyFile=)[^&]*/i, '$1***');
}

/** The client takes its options in any case, with or without `-` and `_`. */
function isNamed(name: string, names: readonly string[]): boolean {
  const flat = (text: string) => text.toLowerCase().replace(/[_-]/g, '');
  return names.some((one) => flat(one) === flat(name));
}
