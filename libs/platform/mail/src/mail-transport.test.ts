import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { connectionOf, transportOf } from './mail-transport.ts';

let server: SMTPServer | null = null;
afterEach(async () => {
  await new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve())));
  server = null;
});

/** A server, or somebody in between, that offers no encryption; answers its port and what it was told. */
async function withoutEncryption(): Promise<{ port: number; told: string[]; arrived: () => number }> {
  const told: string[] = [];
  let mails = 0;
  server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authMethods: ['PLAIN', 'LOGIN'],
    onAuth: ({ password = '' }, _session, done) => {
      told.push(password);
      done(null, { user: 'ana' });
    },
    onData: (stream, _session, done) => {
      mails += 1;
      stream.resume().on('end', () => done());
    },
  });
  server.on('error', () => undefined);
  const listening = once(server.listen(0, '127.0.0.1'), 'listening');
  await listening;
  const address = server.server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, told, arrived: () => mails };
}

const send = (url: string) =>
  transportOf({ url, from: 'Cotejo <no-reply@cotejo.example>' }).sendMail({
    to: 'ana.gil@cuenta.example',
    subject: 'x',
    text: 'x',
  });

it('tells its password to no server that does not encrypt, even where a "no" is cut into the address', async () => {
  const { port, told, arrived } = await withoutEncryption();
  for (const query of ['', '?requireTLS=false', '?ignoreTLS=true']) {
    await expect(send(`smtp://ana:secreto@127.0.0.1:${port}${query}`)).rejects.toThrow();
  }
  expect({ told, mails: arrived() }).toEqual({ told: [], mails: 0 });
});

it('goes in clear text where whoever runs the installation says so', async () => {
  const { port, told, arrived } = await withoutEncryption();
  await send(`smtp://ana:secreto@127.0.0.1:${port}?tls=off`);
  expect({ told, mails: arrived() }).toEqual({ told: ['secreto'], mails: 1 });
});

it.each([
  ['smtp://mail.example:25', 'smtp://mail.example:25'],
  ['smtps://ana:x@mail.example', 'smtps://ana:x@mail.example'],
  ['smtp://ana:x@mail.example?tls=off', 'smtp://ana:x@mail.example'],
  ['smtp://ana:x@mail.example', 'smtp://ana:x@mail.example?requireTLS=true'],
])('reads %s as %s', (told, read) => {
  expect(connectionOf(told)).toBe(read);
});
