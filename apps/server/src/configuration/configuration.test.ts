import { describe, expect, it } from 'vitest';
import { readConfiguration, type Configuration } from './configuration.ts';

function read(env: Record<string, string>): Configuration {
  const result = readConfiguration(env);
  if (!result.ok) throw new Error(result.variables.join());
  return result.configuration;
}

describe('configuration', () => {
  it('stands without any variable', () => {
    expect(read({})).toMatchObject({ port: 3000, dataDir: '.data', production: false, seedDemo: true });
  });

  it.each([
    [{}, 'loopback'],
    [{ TRUST_PROXY: '1' }, 1],
    [{ TRUST_PROXY: '10.0.0.0/8' }, '10.0.0.0/8'],
  ])('believes the proxies of %o: %s', (env, trustProxy) => {
    expect(read(env).trustProxy).toBe(trustProxy);
  });

  it.each([
    'postgres://cotejo:p%40ss@127.0.0.1:5499/cotejo',
    'postgresql://cotejo@db.internal/cotejo?sslmode=require',
    'postgres:///cotejo?host=/var/run/postgresql',
  ])('takes %s for a database', (url) => {
    expect(read({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  it.each(['kurrentdb://localhost:2113?tls=false', 'kurrentdb+discover://user:p%40ss@cluster.example'])(
    'takes %s for a KurrentDB',
    (url) => {
      expect(read({ KURRENTDB_URL: url }).kurrentdbUrl).toBe(url);
    },
  );

  it('takes an empty variable for a missing one', () => {
    expect(read({ PORT: '', DATA_DIR: ' ', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      dataDir: '.data',
      databaseUrl: undefined,
    });
  });

  it.each([
    [{ NODE_ENV: 'production' }, false],
    [{ NODE_ENV: 'production', COTEJO_SEED_DEMO: '1' }, true],
    [{ NODE_ENV: 'development' }, true],
    [{ COTEJO_SEED_DEMO: '0' }, false],
  ])('seeds the demo account with %o: %s', (env, seedDemo) => {
    expect(read(env).seedDemo).toBe(seedDemo);
  });

  it.each([
    [{ PORT: 'http' }, ['PORT']],
    [{ PORT: '70000', LOG_LEVEL: 'loud' }, ['PORT', 'LOG_LEVEL']],
    [{ DATABASE_URL: 'cotejo' }, ['DATABASE_URL']],
    [{ DATABASE_OWNER_URL: 'mysql://u:p@h/d' }, ['DATABASE_OWNER_URL']],
    [{ KURRENTDB_URL: 'http://localhost:2113' }, ['KURRENTDB_URL']],
  ])('names the variables at fault in %o', (env, variables) => {
    expect(readConfiguration(env)).toEqual({ ok: false, variables });
  });
});
