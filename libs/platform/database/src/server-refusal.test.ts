import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { conditionOf, postgresRefusal } from './server-refusal.ts';

const coded = (code: string, more: ErrorOptions = {}) =>
  Object.assign(new Error(`told as ${code}`, more), { code });

beforeEach(() => vi.stubEnv('LC_ALL', 'es_CO.UTF-8'));
afterEach(() => vi.unstubAllEnvs());

describe('what an error of a connection stands for', () => {
  it.each([
    [coded('ECONNREFUSED'), 'server_refused'],
    [new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]), 'server_refused'],
    [new Error('read failed', { cause: coded('ECONNREFUSED') }), 'server_refused'],
    [coded('ETIMEDOUT'), 'server_silent'],
    [new Error('timeout expired'), 'server_silent'],
    [new Error('Query read timeout'), 'server_silent'],
    [coded('ENOTFOUND'), 'server_unknown'],
    [coded('ECONNRESET'), 'server_lost'],
    [new Error('Connection terminated unexpectedly'), 'server_lost'],
    [coded('CERT_HAS_EXPIRED'), 'server_certificate'],
    [coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'server_certificate'],
    [coded('SELF_SIGNED_CERT_IN_CHAIN'), 'server_certificate'],
    [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'server_certificate'],
    [new Error('The server does not support SSL connections'), 'server_tls'],
    [coded('28P01'), 'server_credentials'],
    [coded('42501'), 'server_rights'],
    [coded('3D000'), 'server_no_database'],
    [coded('57P03'), 'server_starting'],
    [coded('53300'), 'server_busy'],
    [coded('25006'), 'server_not_leader'],
    [coded('ES011'), 'server_other_log'],
    [Object.assign(coded('ENOENT'), { syscall: 'connect' }), 'server_refused'],
    // A missing file of a command is not about the server.
    [Object.assign(coded('ENOENT'), { syscall: 'open' }), null],
    [new Error('timeout exceeded when trying to connect'), 'server_silent'],
    [new Error('Connection terminated due to connection timeout'), 'server_silent'],
    [new DOMException('The operation was aborted due to timeout', 'TimeoutError'), null],
    [coded('42P01'), null],
    [new Error('column "x" does not exist'), null],
    ['no error', null],
  ])('%s: %s', (error, condition) => {
    expect(conditionOf(error)).toBe(condition);
  });

  it('is told with server, variable and code, without the password', () => {
    const url = 'postgres://ana:secreta@db.interna:5433/cotejo';
    const refusal = postgresRefusal(coded('28P01'), url, 'DATABASE_OWNER_URL');
    expect(refusal).toMatchObject({
      code: 'server_credentials',
      message:
        'PostgreSQL (db.interna:5433) no acepta el usuario o la contraseña de DATABASE_OWNER_URL. [server_credentials]',
    });
    expect(postgresRefusal(coded('42P01'), url, 'DATABASE_URL')).toBeNull();
  });
});
