import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readConfiguration, VARIABLES, type Configuration } from './configuration.ts';

function read(env: Record<string, string>): Configuration {
  const result = readConfiguration(env);
  if (!result.ok) throw new Error(result.variables.join());
  return result.configuration;
}

const text = (path: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../../../../${path}`, import.meta.url)), 'utf8');

describe('every variable', () => {
  it('is told of in the documents', async () => {
    const told = `${await text('README.md')}\n${await text('docs/operations.md')}`;
    expect(VARIABLES.filter((name) => !told.includes(`\`${name}`))).toEqual([]);
  });

  it('is passed on by the example of an installation, where the image does not set it', async () => {
    const given = `${await text('deploy/compose.yml')}\n${await text('deploy/Dockerfile')}`;
    const missing = VARIABLES.filter((name) => !new RegExp(`\\b${name}(: |=)`).test(given));
    // In a container the server listens on all addresses, and the web folder is beside the bundle.
    expect(missing).toEqual(['HOST', 'COTEJO_WEB_DIR']);
  });
});

/** All numbers in a value, at any depth. */
function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

describe.each(VARIABLES)('%s', (name) => {
  it.each(['0x11', '1.7e1', '17.0', '+17', ' 0b10001', '1_7', '017'])(
    'is never read as 17 from %j',
    (said) => {
      const result = readConfiguration({ [name]: said });
      if (result.ok) expect(numbersIn(result.configuration)).not.toContain(17);
      else expect(result.variables).toEqual([name]);
    },
  );
});

describe('configuration', () => {
  it('stands without any variable', () => {
    expect(read({})).toMatchObject({ port: 3000, dataDir: '.data', production: false, seedDemo: true });
  });

  it.each([
    [{}, 'loopback'],
    [{ TRUST_PROXY: '1' }, 1],
    [{ TRUST_PROXY: '0' }, 0],
    [{ TRUST_PROXY: '10.0.0.0/8' }, '10.0.0.0/8'],
    [
      { TRUST_PROXY: 'loopback, uniquelocal, 192.0.2.7, fd00::/8' },
      'loopback, uniquelocal, 192.0.2.7, fd00::/8',
    ],
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
    [{}, 'http://localhost:3000'],
    [{ PORT: '8080' }, 'http://localhost:8080'],
    [{ PUBLIC_URL: 'https://auditoria.firma.example/' }, 'https://auditoria.firma.example'],
  ])('writes links with %o as %s', (env, publicUrl) => {
    expect(read(env).publicUrl).toBe(publicUrl);
  });

  it('keeps mail until a server for it is named', () => {
    expect(read({}).mailServer).toBeNull();
    expect(
      read({ SMTP_URL: 'smtp://u:p@mail.example:587', PUBLIC_URL: 'https://a.example' }).mailServer,
    ).toEqual({ url: 'smtp://u:p@mail.example:587', from: 'Cotejo <no-reply@a.example>' });
    expect(
      read({ SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'Auditoría <a@b.example>' }).mailServer?.from,
    ).toBe('Auditoría <a@b.example>');
  });

  it('offers a directory where all of it is named', () => {
    const directory = {
      OIDC_DIRECTORY_ISSUER: 'https://login.example/t/v2.0',
      OIDC_DIRECTORY_CLIENT_ID: 'cotejo',
    };
    expect(read({}).providers).toEqual({});
    expect(read(directory).providers).toEqual({});
    expect(read({ ...directory, OIDC_DIRECTORY_CLIENT_SECRET: 's' }).providers).toEqual({
      azure_ad: { issuer: 'https://login.example/t/v2.0', clientId: 'cotejo', clientSecret: 's' },
    });
    expect(
      read({ OIDC_GOOGLE_CLIENT_ID: 'c', OIDC_GOOGLE_CLIENT_SECRET: 's' }).providers.google?.issuer,
    ).toBe('https://accounts.google.com');
  });

  it('leaves chat, telemetry and own terms off', () => {
    expect(read({})).toMatchObject({
      chat: { script: null, secondScript: null },
      telemetryUrl: null,
      termsFile: null,
    });
  });

  it.each([
    [{ PORT: 'http' }, ['PORT']],
    [{ SMTP_URL: 'http://mail.example', PUBLIC_URL: 'auditoria' }, ['PUBLIC_URL', 'SMTP_URL']],
    [{ OIDC_DIRECTORY_ISSUER: 'http://login.example' }, ['OIDC_DIRECTORY_ISSUER']],
    [{ CHAT_SCRIPT_URL: 'javascript:alert(1)' }, ['CHAT_SCRIPT_URL']],
    [{ PORT: '70000', LOG_LEVEL: 'loud' }, ['PORT', 'LOG_LEVEL']],
    [{ PORT: '0x10' }, ['PORT']],
    [{ PORT: '3e3' }, ['PORT']],
    [{ PORT: '3000.0' }, ['PORT']],
    [{ PORT: '-1' }, ['PORT']],
    [{ PORT: '+80' }, ['PORT']],
    [{ PORT: '080' }, ['PORT']],
    [{ FILES_MOST_BYTES: '1e3' }, ['FILES_MOST_BYTES']],
    [{ FILES_MOST_BYTES: '0' }, ['FILES_MOST_BYTES']],
    [{ FILES_MOST_BYTES: '9'.repeat(40) }, ['FILES_MOST_BYTES']],
    [{ METRICS_TOKEN: 'x' }, ['METRICS_TOKEN']],
    [{ METRICS_TOKEN: 'x'.repeat(15) }, ['METRICS_TOKEN']],
    [{ METRICS_TOKEN: 'una contraseña con espacios' }, ['METRICS_TOKEN']],
    [{ TRUST_PROXY: 'everybody' }, ['TRUST_PROXY']],
    [{ TRUST_PROXY: 'true' }, ['TRUST_PROXY']],
    [{ TRUST_PROXY: '11' }, ['TRUST_PROXY']],
    [{ TRUST_PROXY: '0x1' }, ['TRUST_PROXY']],
    [{ TRUST_PROXY: '10.0.0.0/33' }, ['TRUST_PROXY']],
    [{ TRUST_PROXY: '10.0.0.0/8/8' }, ['TRUST_PROXY']],
    [{ TRUST_PROXY: 'loopback,' }, ['TRUST_PROXY']],
    [{ DATABASE_URL: 'cotejo' }, ['DATABASE_URL']],
    [{ DATABASE_OWNER_URL: 'mysql://u:p@h/d' }, ['DATABASE_OWNER_URL']],
    [{ KURRENTDB_URL: 'http://localhost:2113' }, ['KURRENTDB_URL']],
  ])('names the variables at fault in %o', (env, variables) => {
    expect(readConfiguration(env)).toEqual({ ok: false, variables });
  });
});
