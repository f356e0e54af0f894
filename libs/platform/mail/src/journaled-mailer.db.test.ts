import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { Pool } from 'pg';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JournaledMailer } from './journaled-mailer.ts';

const LINK = 'https://cotejo.example/profile/ResetPassword/#token=secreto';
const ACCOUNT = '0193b1a2-0000-7000-8000-000000000001';
const USER = '0193b1a2-0000-7000-8000-000000000002';

let database: TestDatabase;
let pool: Pool;
let now: Date;
let server: SMTPServer;
let port: number;
/** What arrived, as it was sent. */
let arrived: string[];
/** To whom, as the server was told. */
let recipients: string[][];
/** What the server says to the next recipient. */
let refusal: string | null;
const mailers: JournaledMailer[] = [];

beforeAll(async () => {
  database = await testDatabase();
  pool = new Pool({ connectionString: database.ownerUrl });
  await pool.query(`
    create schema vault;
    create table vault.mail (
      id uuid primary key, account_id uuid, user_id uuid, to_address text not null, kind text not null,
      subject text not null, text text not null, shown text not null, html text, state text not null,
      attempts integer not null default 0, next_at timestamptz not null, fault text,
      created_at timestamptz not null, sent_at timestamptz
    )`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  await pool.query('truncate vault.mail');
  now = new Date('2026-03-01T10:00:00.000Z');
  arrived = [];
  recipients = [];
  refusal = null;
  await listen();
});
afterEach(async () => {
  await Promise.all(mailers.splice(0).map((mailer) => mailer.stop()));
  await closed();
});

async function listen(): Promise<void> {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refusal === null ? null : new Error(refusal)),
    onData: (stream, { envelope }, done) => {
      recipients.push(envelope.rcptTo.map(({ address }) => address));
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        arrived.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  // Clients that go away in the middle are part of some tests.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
}

const closed = () => new Promise<void>((resolve) => server.close(() => resolve()));

function mailer(to: number | null = port): JournaledMailer {
  const made = new JournaledMailer({
    pool,
    server: to === null ? null : { url: `smtp://127.0.0.1:${to}`, from: 'Cotejo <no-reply@cotejo.example>' },
    now: () => now,
    log: { warn: () => undefined },
  });
  mailers.push(made);
  made.start();
  return made;
}

const reset = {
  to: 'ana.gil@cuenta.example',
  subject: 'Cambio de contraseña de Cotejo',
  text: `Hola, Ana:\n\nAbra ${LINK}\n`,
  kind: 'password_reset',
  account: ACCOUNT,
  user: USER,
  secrets: [LINK],
};

const rows = async () => {
  const { rows: found } = await pool.query<{
    state: string;
    text: string;
    attempts: number;
    fault: string | null;
  }>('select state, text, attempts, fault from vault.mail');
  return found;
};
async function untilState(state: string): Promise<void> {
  await expect.poll(async () => (await rows()).map((row) => row.state)).toEqual([state]);
}

describe('mail', () => {
  it('is written as often as a limit says, also when it is asked for many times at once', async () => {
    const two = [mailer(null), mailer(null)];
    const limit = { most: 2, since: new Date(now.getTime() - 3_600_000) };
    // Connections that are open already: none waits for its own while another counts and writes.
    await Promise.all(Array.from({ length: 8 }, () => pool.query('select pg_sleep(0.1)')));
    const asked = Array.from({ length: 8 }, (_, i) => two[i % 2]?.send(reset, limit));
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(2);
    expect(await rows()).toHaveLength(2);
    expect(await two[0]?.send({ ...reset, kind: 'sign_in_code' }, limit)).toBe(true);
  });

  it('arrives whole, accents and link', async () => {
    await mailer().send(reset);
    await untilState('sent');
    const mail = await PostalMime.parse(arrived[0] ?? '');
    expect(mail).toMatchObject({
      subject: reset.subject,
      from: { name: 'Cotejo', address: 'no-reply@cotejo.example' },
      to: [{ address: reset.to }],
    });
    expect(mail.text?.trim()).toBe(reset.text.trim());
  });

  it.each([
    ['a subject', { subject: 'Hola\r\nBcc: otra@espia.example\r\n\r\nCuerpo falso' }],
    ['a name of somebody', { text: 'Hola, Ana\r\nBcc: otra@espia.example\r\n.\r\nMAIL FROM:<x@y.example>' }],
  ])('goes to nobody else for what is written in %s', async (_, over) => {
    await mailer().send({ ...reset, ...over });
    await untilState('sent');
    expect(recipients).toEqual([[reset.to]]);
    const mail = await PostalMime.parse(arrived[0] ?? '');
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail.to).toEqual([{ address: reset.to, name: '' }]);
    expect(mail.subject).not.toContain('\n');
  });

  it.each([
    'ana@cuenta.example, otra@espia.example',
    'ana@cuenta.example\r\nBcc: otra@espia.example',
    '"Ana" <ana@cuenta.example>',
    'grupo: ana@cuenta.example;',
    'sin arroba',
  ])('is given up at once when it is for %j', async (to) => {
    const sending = mailer();
    await sending.send({ ...reset, to });
    await untilState('failed');
    expect(arrived).toEqual([]);
    expect((await sending.mails(ACCOUNT, 'failed'))[0]).toMatchObject({ fault: 'not an e-mail address' });
  });

  it.each([
    ['a name', 'íñigo.muñoz@cuenta.example'],
    ['a domain', 'ana@peña.example'],
  ])('reaches an address with letters of Spanish in %s', async (_, to) => {
    await mailer().send({ ...reset, to });
    await untilState('sent');
    expect(recipients).toEqual([[to]]);
  });

  it('leaves no link behind once it was sent', async () => {
    const sending = mailer();
    await sending.send(reset);
    await untilState('sent');
    expect((await rows())[0]?.text).not.toContain('secreto');
    const [told] = await sending.mails(ACCOUNT);
    expect(told).toMatchObject({ to: reset.to, state: 'sent', text: 'Hola, Ana:\n\nAbra •••\n' });
  });

  it('is sent once by many nodes that share the queue', async () => {
    const nodes = [mailer(), mailer(), mailer()];
    await Promise.all(nodes.map((node, index) => node.send({ ...reset, subject: `Correo ${index}` })));
    await expect.poll(() => arrived.length).toBe(3);
    await Promise.all(nodes.map((node) => node.stop()));
    const subjects = await Promise.all(arrived.map(async (raw) => (await PostalMime.parse(raw)).subject));
    expect(new Set(subjects)).toEqual(new Set(['Correo 0', 'Correo 1', 'Correo 2']));
  });

  it('waits for a server that is down, and arrives when it is back', async () => {
    await closed();
    const sending = mailer();
    await sending.send(reset);
    await expect.poll(async () => (await rows())[0]?.fault).toContain('ECONNREFUSED');
    expect((await rows())[0]).toMatchObject({ state: 'queued', attempts: 1 });
    const [told] = await sending.mails(ACCOUNT, 'queued');
    expect(told?.fault).toContain('ECONNREFUSED');
    expect(told?.text).not.toContain('secreto');
    await listen();
    await sending.stop();
    now = new Date(now.getTime() + 10_000);
    mailer();
    await untilState('sent');
    expect(arrived).toHaveLength(1);
  });

  it('is given up after seven attempts, and an administrator sees why', async () => {
    refusal = 'no such mailbox';
    for (let attempt = 1; attempt <= 7; attempt++) {
      const sending = mailer();
      if (attempt === 1) await sending.send(reset);
      await expect.poll(async () => (await rows())[0]?.attempts).toBe(attempt);
      await sending.stop();
      now = new Date(now.getTime() + 3_600_000);
    }
    const [told] = await mailer().mails(ACCOUNT, 'failed');
    expect(told?.fault).toContain('no such mailbox');
    expect((await rows())[0]?.text).not.toContain('secreto');
  });

  it('is kept, readable, where no server is configured', async () => {
    const keeping = mailer(null);
    expect(keeping.delivers).toBe(false);
    await keeping.send(reset);
    expect(await keeping.mails(ACCOUNT, 'kept', 'whole')).toMatchObject([
      { state: 'kept', text: reset.text },
    ]);
    expect(await keeping.mails(ACCOUNT, 'kept', { wholeOf: [USER] })).toMatchObject([{ text: reset.text }]);
    const ofOthers = await keeping.mails(ACCOUNT, 'kept', { wholeOf: [ACCOUNT] });
    expect(ofOthers[0]?.text).not.toContain(LINK);
    expect(await keeping.mails(ACCOUNT)).toMatchObject([{ state: 'kept', text: 'Hola, Ana:\n\nAbra •••\n' }]);
    expect(await keeping.mails(USER)).toEqual([]);
  });

  it('is counted by person, kind and time', async () => {
    const keeping = mailer(null);
    await keeping.send(reset);
    const since = (seconds: number) => new Date(now.getTime() - seconds * 1000);
    expect(await keeping.countSince('password_reset', ACCOUNT, USER, since(60))).toBe(1);
    expect(await keeping.countSince('sign_in_code', ACCOUNT, USER, since(60))).toBe(0);
    expect(await keeping.countSince('password_reset', ACCOUNT, ACCOUNT, since(60))).toBe(0);
    expect(await keeping.countSince('password_reset', ACCOUNT, USER, since(-1))).toBe(0);
  });

  it('is forgotten after ninety days', async () => {
    const keeping = mailer(null);
    await keeping.send(reset);
    now = new Date(now.getTime() + 89 * 86_400_000);
    await keeping.removeOld();
    expect(await rows()).toHaveLength(1);
    now = new Date(now.getTime() + 2 * 86_400_000);
    await keeping.removeOld();
    expect(await rows()).toHaveLength(0);
  });
});
