import { describe, expect, it } from 'vitest';
import { isKurrentUrl, prepareConnectionUrl, serversOf, withoutSecrets } from './connection-url.ts';

const ADDED = 'connectionName=cotejo&nodePreference=leader&throwOnAppendFailure=true';

describe('the connection string of KurrentDB', () => {
  it.each([
    ['kurrentdb://localhost:2113?tls=false', `kurrentdb://localhost:2113?tls=false&${ADDED}`],
    ['kurrentdb://localhost', `kurrentdb://localhost?${ADDED}`],
    ['kurrentdb://localhost:2113/', `kurrentdb://localhost:2113?${ADDED}`],
    [' esdb+discover://admin:p%3Fw@db.example:2113 ', `esdb+discover://admin:p%3Fw@db.example:2113?${ADDED}`],
    ['kdb://a:1,b:2,c:3?tls=true', `kdb://a:1,b:2,c:3?tls=true&${ADDED}`],
    // Options that the adapter depends on override the operator's; all others are kept.
    ['kurrent://h?throwOnAppendFailure=false', `kurrent://h?${ADDED}`],
    ['kurrent://h?Throw_On-AppendFailure=false', `kurrent://h?${ADDED}`],
    [
      'kurrent://h?nodepreference=follower&connectionname=x',
      'kurrent://h?nodepreference=follower&connectionname=x&throwOnAppendFailure=true',
    ],
    ['kurrent://h?keepAliveInterval=20000', `kurrent://h?keepAliveInterval=20000&${ADDED}`],
  ])('%s becomes %s', (given, prepared) => {
    expect(prepareConnectionUrl(given)).toBe(prepared);
  });

  it.each(['', 'localhost:2113', 'http://localhost:2113', 'postgres://localhost', 'kurrentdb://'])(
    'is not %j',
    (url) => {
      expect(isKurrentUrl(url)).toBe(false);
      expect(() => prepareConnectionUrl(url)).toThrow(expect.objectContaining({ kind: 'invalid' }));
    },
  );

  it('loses its secrets before anybody reads it', () => {
    expect(withoutSecrets('kurrentdb://admin:changeit@host:2113?tls=true&userKeyFile=/k.pem&x=1')).toBe(
      'kurrentdb://***@host:2113?tls=true&userKeyFile=***&x=1',
    );
    expect(() => prepareConnectionUrl('wrong://admin:secret@host')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    );
  });

  it.each([
    ['kurrentdb://h?tls=false', ['h:2113'], null],
    ['kurrentdb://ana:p%40ss@a:1,b,[::1]:3?TLS=true', ['a:1', 'b:2113', '::1:3'], { verifies: true }],
    ['esdb+discover://ana@grupo.firma.co/', ['grupo.firma.co:2113'], { verifies: true }],
    [
      'kdb://h?tlsCaFile=/ca/ca%20.crt&tls-verify-cert=false',
      ['h:2113'],
      { caFile: '/ca/ca .crt', verifies: false },
    ],
  ])('%s names its servers', (url, hosts, tls) => {
    const servers = serversOf(url);
    expect(servers.hosts.map(({ host, port }) => `${host}:${port}`)).toEqual(hosts);
    expect(servers.tls).toEqual(tls && { caFile: undefined, ...tls });
    expect(servers.names).not.toContain('ana');
  });
});
