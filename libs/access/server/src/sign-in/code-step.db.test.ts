import { accountStream, userStream, type Principal, type UserId } from '@cotejo/access-contracts';
import { generateSync } from 'otplib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccessDatabase, AccessNode, refusalOf } from './sign-in.fixture.ts';

/** An unreachable server: mail stays in the queue, where the test reads it. */
const DEAD_MAIL_SERVER = { url: 'smtp://127.0.0.1:1', from: 'Cotejo <no-reply@cotejo.example>' };
const installation = { mailServer: DEAD_MAIL_SERVER, publicUrl: 'https://cotejo.example' };

let database: AccessDatabase;
let node: AccessNode;
let ana: UserId;

beforeAll(async () => {
  database = await AccessDatabase.make();
});
afterAll(() => database.drop());

beforeEach(async () => {
  node = await AccessNode.start(database, { installation });
  ana = await node.register('ana.gil');
});
afterEach(() => node.stop());

const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(node.now.getTime() / 1000) + steps * 30 });

async function principalOf(token: string): Promise<Principal> {
  return node.access.authenticator.authenticate(token);
}

/** Enrols an app for Ana. */
async function enrol(): Promise<{ secret: string; codes: readonly string[]; principal: Principal }> {
  const principal = await principalOf((await node.signIn('ana.gil')).token);
  const { secret } = await node.access.oneself.startOtp(principal, 'una-clave-larga-2026');
  const codes = await node.access.oneself.confirmOtp(principal, codeOf(secret));
  node.later(30);
  return { secret, codes, principal };
}

describe('enrolling an authenticator app', () => {
  it('asks for the password, gives a picture and ten recovery codes, and is told by mail', async () => {
    const principal = await principalOf((await node.signIn('ana.gil')).token);
    await expect(node.access.oneself.startOtp(principal, 'otra-clave-larga')).rejects.toMatchObject(
      refusalOf('invalid_credentials'),
    );
    const { secret, uri, qr } = await node.access.oneself.startOtp(principal, 'una-clave-larga-2026');
    expect(uri).toContain(`secret=${secret}`);
    expect(qr).toMatch(/^data:image\/svg\+xml;base64,/);
    const codes = await node.access.oneself.confirmOtp(principal, codeOf(secret));
    expect(codes).toHaveLength(10);
    expect(node.access.state.known.users.get(ana)?.totp).toBe(true);
    expect((await node.mails(ana)).map(({ kind }) => kind)).toEqual(['second_factor_on']);
  });

  it('counts for nothing until a code of the app was given', async () => {
    const principal = await principalOf((await node.signIn('ana.gil')).token);
    const { secret } = await node.access.oneself.startOtp(principal, 'una-clave-larga-2026');
    await expect(node.access.oneself.confirmOtp(principal, wrong(codeOf(secret)))).rejects.toMatchObject(
      refusalOf('invalid_otp'),
    );
    await expect(node.signIn('ana.gil')).resolves.toMatchObject({ userId: ana });
  });

  it('takes too long after ten minutes, and ends after five wrong codes', async () => {
    const principal = await principalOf((await node.signIn('ana.gil')).token);
    const first = await node.access.oneself.startOtp(principal, 'una-clave-larga-2026');
    node.later(600);
    await expect(node.access.oneself.confirmOtp(principal, codeOf(first.secret))).rejects.toMatchObject(
      refusalOf('challenge_expired'),
    );
    const { secret } = await node.access.oneself.startOtp(principal, 'una-clave-larga-2026');
    for (let i = 0; i < 5; i++) {
      await expect(node.access.oneself.confirmOtp(principal, wrong(codeOf(secret)))).rejects.toMatchObject(
        refusalOf('invalid_otp'),
      );
    }
    await expect(node.access.oneself.confirmOtp(principal, codeOf(secret))).rejects.toMatchObject(
      refusalOf('challenge_expired'),
    );
  });

  it('leaves neither the secret nor the recovery codes in the vault or the log', async () => {
    const { secret, codes } = await enrol();
    const dump = await database.dump();
    for (const hidden of [secret, ...codes]) expect(dump).not.toContain(hidden);
  });
});

describe('an app that is there already', () => {
  const NEW_APP = 'una-clave-larga-2026';

  it('is replaced by whoever has it, or a recovery code, and not by the password alone', async () => {
    const { secret, codes, principal } = await enrol();
    const { oneself } = node.access;
    for (const code of [undefined, wrong(codeOf(secret)), 'aaaa-bbbb-cccc']) {
      await expect(oneself.startOtp(principal, NEW_APP, code)).rejects.toMatchObject(
        refusalOf('invalid_otp'),
      );
    }
    const second = await oneself.startOtp(principal, NEW_APP, codeOf(secret));
    await oneself.confirmOtp(principal, codeOf(second.secret));
    node.later(60);
    await expect(node.give('ana.gil', await node.challenge('ana.gil'), codeOf(secret))).rejects.toThrow();
    // The recovery codes of the first app were removed with it.
    await expect(oneself.startOtp(principal, NEW_APP, codes[0])).rejects.toMatchObject(
      refusalOf('invalid_otp'),
    );
  });

  it('goes with a recovery code where the telephone is lost', async () => {
    const { codes, principal } = await enrol();
    await node.access.oneself.removeOtp(principal, codes[0] ?? '');
    expect(node.access.state.known.users.get(ana)?.totp).toBe(false);
  });

  it('does not give way to an enrolment that was begun before it was there', async () => {
    const principal = await principalOf((await node.signIn('ana.gil')).token);
    const begun = await node.access.oneself.startOtp(principal, NEW_APP);
    // Meanwhile an attacker enrols an app on another node.
    await node.decided(userStream(ana), 'SecondFactorEnrolled', { user: ana, factor: 'totp' });
    await expect(node.access.oneself.confirmOtp(principal, codeOf(begun.secret))).rejects.toMatchObject(
      refusalOf('challenge_expired'),
    );
  });
});

describe('signing in with an app', () => {
  it('asks for a code after the right password alone', async () => {
    await enrol();
    await expect(node.step('ana.gil', 'otra-clave-larga')).rejects.toMatchObject(
      refusalOf('invalid_credentials'),
    );
    expect(await node.step('ana.gil')).toMatchObject({
      kind: 'code',
      challenge: { factor: 'totp', expires_in: 600, sent_to: null },
    });
  });

  it('opens with the code, once', async () => {
    const { secret } = await enrol();
    const [first, second] = [await node.challenge('ana.gil'), await node.challenge('ana.gil')];
    const code = codeOf(secret);
    await expect(node.give('Ana.Gil', first, code)).resolves.toMatchObject({ userId: ana });
    await expect(node.give('ana.gil', first, codeOf(secret, 1))).rejects.toMatchObject(
      refusalOf('challenge_expired'),
    );
    await expect(node.give('ana.gil', second, code)).rejects.toMatchObject(refusalOf('invalid_otp'));
  });

  it('opens once also when the same code comes many times at once', async () => {
    const { secret } = await enrol();
    const challenges = [await node.challenge('ana.gil'), await node.challenge('ana.gil')];
    const code = codeOf(secret);
    const given = await Promise.allSettled(challenges.map((w) => node.give('ana.gil', w, code)));
    expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('takes five attempts, then none', async () => {
    const { secret } = await enrol();
    const w = await node.challenge('ana.gil');
    for (let i = 0; i < 5; i++) {
      node.later(20);
      await expect(node.give('ana.gil', w, wrong(codeOf(secret)))).rejects.toMatchObject(
        refusalOf('invalid_otp'),
      );
    }
    await expect(node.give('ana.gil', w, codeOf(secret))).rejects.toMatchObject(
      refusalOf('challenge_expired'),
    );
  });

  it('locks the name after ten wrong codes, however many right passwords came between', async () => {
    const { secret } = await enrol();
    for (let i = 0; i < 10; i++) {
      node.later(20);
      const w = await node.challenge('ana.gil');
      await expect(node.give('ana.gil', w, wrong(codeOf(secret)))).rejects.toMatchObject(
        refusalOf('invalid_otp'),
      );
    }
    node.later(60);
    await expect(node.step('ana.gil')).rejects.toMatchObject(refusalOf('account_locked'));
    await node.access.signIn.settle();
    expect(node.access.state.known.users.get(ana)?.throttledUntil).not.toBeNull();
  });

  it('is another person’s challenge to nobody, and expires after ten minutes', async () => {
    const { secret } = await enrol();
    await node.register('leo.paz');
    const w = await node.challenge('ana.gil');
    await expect(node.give('leo.paz', w, codeOf(secret))).rejects.toMatchObject(
      refusalOf('challenge_expired'),
    );
    node.later(600);
    await expect(node.give('ana.gil', w, codeOf(secret))).rejects.toMatchObject(
      refusalOf('challenge_expired'),
    );
  });

  it('opens with a recovery code in its stead, once, and the person is told', async () => {
    const { codes } = await enrol();
    const [code = ''] = codes;
    await expect(node.give('ana.gil', await node.challenge('ana.gil'), code)).resolves.toMatchObject({
      userId: ana,
    });
    await expect(node.give('ana.gil', await node.challenge('ana.gil'), code)).rejects.toMatchObject(
      refusalOf('invalid_otp'),
    );
    const told = (await node.mails(ana)).at(-1);
    expect(told).toMatchObject({ kind: 'recovery_code_used' });
    expect(told?.text).toContain(' 9');
  });

  it('takes new recovery codes in the place of the old', async () => {
    const { secret, codes, principal } = await enrol();
    const renewed = await node.access.oneself.renewCodes(principal, codeOf(secret));
    const w = await node.challenge('ana.gil');
    await expect(node.give('ana.gil', w, codes[0] ?? '')).rejects.toMatchObject(refusalOf('invalid_otp'));
    await expect(node.give('ana.gil', w, renewed[0] ?? '')).resolves.toMatchObject({ userId: ana });
  });

  it('asks for no code once the app is gone', async () => {
    const { secret, principal } = await enrol();
    await expect(node.access.oneself.removeOtp(principal, wrong(codeOf(secret)))).rejects.toMatchObject(
      refusalOf('invalid_otp'),
    );
    await node.access.oneself.removeOtp(principal, codeOf(secret));
    await expect(node.signIn('ana.gil')).resolves.toMatchObject({ userId: ana });
    expect((await node.mails(ana)).at(-1)?.kind).toBe('second_factor_off');
  });

  it('opens nothing with an app that an administrator took away while a code was asked for', async () => {
    const { secret } = await enrol();
    const w = await node.challenge('ana.gil');
    await node.decided(userStream(ana), 'SecondFactorRemoved', { user: ana, factor: 'totp' });
    await expect(node.give('ana.gil', w, codeOf(secret))).rejects.toMatchObject(refusalOf('invalid_otp'));
  });

  it('opens nothing for somebody who was locked while a code was asked for', async () => {
    const { secret } = await enrol();
    const w = await node.challenge('ana.gil');
    await node.decided(userStream(ana), 'UserLocked', { user: ana });
    await expect(node.give('ana.gil', w, codeOf(secret))).rejects.toMatchObject(
      refusalOf('invalid_credentials'),
    );
  });
});

describe('where the account wants a second factor', () => {
  const required = () =>
    node.decided(accountStream(node.account), 'SecondFactorRequired', {
      account: node.account,
      required: true,
    });
  const lastCode = async (): Promise<string> =>
    /\b(\d{6})\b/.exec((await node.mails(ana)).at(-1)?.text ?? '')?.[1] ?? '';

  it('mails a code to whoever has no app, and that is a second factor', async () => {
    const before = await node.signIn('ana.gil');
    await required();
    const step = await node.step('ana.gil');
    expect(step).toMatchObject({ challenge: { factor: 'mail', sent_to: 'a•••@cuenta.example' } });
    const w = step.kind === 'code' ? step.challenge.w : '';
    const code = await lastCode();
    await expect(node.give('ana.gil', w, wrong(code))).rejects.toMatchObject(refusalOf('invalid_otp'));
    const { token } = await node.give('ana.gil', w, code);
    expect(await principalOf(token)).not.toHaveProperty('pending');
    // Only for this session: one opened with the password only still lacks it.
    expect(await principalOf(before.token)).toMatchObject({ pending: 'second_factor' });
  });

  it('shows no code in the mail log', async () => {
    await required();
    await node.challenge('ana.gil');
    const code = await lastCode();
    const [mail] = await node.access.mailer.mails(node.account);
    expect(mail?.text).toContain('•••');
    expect(mail?.text).not.toContain(code);
  });

  it('mails another on demand, and then the first is worth nothing', async () => {
    await required();
    const w = await node.challenge('ana.gil');
    const first = await lastCode();
    node.later(60);
    expect(await node.access.codes.sendAgain(w)).toMatchObject({ w, factor: 'mail', expires_in: 540 });
    const second = await lastCode();
    if (first !== second) {
      await expect(node.give('ana.gil', w, first)).rejects.toMatchObject(refusalOf('invalid_otp'));
    }
    await expect(node.give('ana.gil', w, second)).resolves.toMatchObject({ userId: ana });
  });

  it('mails six an hour at most', async () => {
    await required();
    const w = await node.challenge('ana.gil');
    for (let i = 0; i < 5; i++) await node.access.codes.sendAgain(w);
    await expect(node.access.codes.sendAgain(w)).rejects.toMatchObject(refusalOf('too_many_requests'));
    await expect(node.step('ana.gil')).rejects.toMatchObject(refusalOf('too_many_requests'));
    node.later(3601);
    await expect(node.challenge('ana.gil')).resolves.toMatch(/^[\w-]{43}$/);
  });

  it('does not let the app go', async () => {
    const { secret, principal } = await enrol();
    await required();
    await expect(node.access.oneself.removeOtp(principal, codeOf(secret))).rejects.toMatchObject(
      refusalOf('second_factor_required'),
    );
  });
});

/** A wrong code of six digits. */
const wrong = (code: string): string => code.replace(/./g, (digit) => String((Number(digit) + 5) % 10));
