import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import {
  accessErrors,
  accountId,
  authenticationMethod,
  CODE_LENGTH,
  SIGN_IN_LIMITS,
  userId,
  type AccountId,
  type CodeChallenge,
  type UserId,
} from '@cotejo/access-contracts';
import { maskedEmail } from '@cotejo/access-domain';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { z } from 'zod';
import type { WriteToPeople } from '../mail-texts/write-to-people.ts';
import { accessMails } from '../mails/access-mails.ts';
import type { SecondFactor } from '../second-factor/second-factor.ts';
import type { AccessState } from '../state/access-state.ts';
import { newSecret, type Challenge, type ChallengeVault } from '../vault/challenge-vault.ts';
import type { TriedName } from './name-lock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Data of a challenge, from the first step. */
const remembered = z.object({
  factor: z.enum(['totp', 'mail']),
  method: authenticationMethod,
  proof: z.string(),
  name: z.object({ username: z.string(), pkg: z.string(), account: z.string().optional() }),
});

export interface ProvenPerson {
  readonly accountId: AccountId;
  readonly userId: UserId;
}

/** A user who passed the first step. */
export interface CodeGiven extends ProvenPerson {
  readonly method: z.infer<typeof authenticationMethod>;
  /** Identifies the password that was correct; see `proofOf`. */
  readonly proof: string;
}

/** A challenge, and the user name for which it was created. */
export interface OpenChallenge extends CodeGiven {
  readonly factor: 'totp' | 'mail';
  readonly name: TriedName;
  readonly codeHash: Buffer | null;
  readonly expiresAt: Date;
}

export interface CodeStepOptions {
  readonly state: AccessState;
  readonly challenges: ChallengeVault;
  readonly secondFactor: SecondFactor;
  readonly mail: WriteToPeople;
  readonly now: () => Date;
}

/**
 * Second step of sign-in: a code of an authenticator app, a recovery code instead of it, or a code by e-mail. Valid for
 * ten minutes and five attempts, once.
 */
export class CodeStep {
  constructor(private readonly options: CodeStepOptions) {}

  /** Kind of code required after the password; null = none. */
  factorOf({ accountId: account, userId: user }: ProvenPerson): 'totp' | 'mail' | null {
    const { accounts, users } = this.options.state.known;
    if (users.get(user)?.totp === true) return 'totp';
    const isRequired = accounts.get(account)?.secondFactorRequired === true;
    return isRequired && this.options.mail.delivers ? 'mail' : null;
  }

  /** Refuses with `too_many_requests` when codes were mailed too often. */
  async begin(person: CodeGiven, name: TriedName, factor: 'totp' | 'mail'): Promise<CodeChallenge> {
    const now = this.options.now();
    const w = newSecret();
    const { accountId: account, userId: user, method, proof } = person;
    const data: z.infer<typeof remembered> = {
      factor,
      method,
      proof,
      name: {
        username: name.username,
        pkg: name.pkg,
        ...(name.account !== undefined && { account: name.account }),
      },
    };
    const expiresAt = new Date(now.getTime() + SIGN_IN_LIMITS.codeMinutes * MINUTE_MS);
    await this.options.challenges.add(w, { kind: 'code', account, user, data, now, expiresAt });
    if (factor === 'mail') await this.mailCode(w, person);
    return this.told(w, person, factor, expiresAt);
  }

  /** Mails another code. Refuses with `challenge_expired` and `too_many_requests`. */
  async sendAgain(w: string): Promise<CodeChallenge> {
    const now = this.options.now();
    const open = openChallenge(await this.options.challenges.find('code', w, now));
    if (open.factor !== 'mail') throw new Refusal(accessErrors, 'challenge_expired');
    await this.mailCode(w, open);
    return this.told(w, open, open.factor, open.expiresAt);
  }

  /** Counts one attempt. Refuses with `challenge_expired` when none is left, or the user name differs. */
  async attempt(w: string, username: string): Promise<OpenChallenge> {
    const kept = await this.options.challenges.attempt(
      'code',
      w,
      SIGN_IN_LIMITS.codeAttempts,
      this.options.now(),
    );
    const open = openChallenge(kept);
    if (open.name.username !== username) throw new Refusal(accessErrors, 'challenge_expired');
    return open;
  }

  /** Whether a code or recovery code is correct; each can be used once. */
  async isRight(w: string, open: OpenChallenge, code: string): Promise<boolean> {
    if (code.length !== CODE_LENGTH) return this.options.secondFactor.useRecoveryCode(open, code);
    if (open.factor === 'totp') return this.options.secondFactor.useCode(open, code);
    return open.codeHash !== null && timingSafeEqual(open.codeHash, codeHash(w, code));
  }

  /** Only one of several concurrent correct attempts succeeds; the others are refused with `challenge_expired`. */
  async finish(w: string): Promise<void> {
    const taken = await this.options.challenges.take('code', w, this.options.now());
    if (taken === null) throw new Refusal(accessErrors, 'challenge_expired');
  }

  /** Mail first: if the limit forbids sending, the previous code stays valid. */
  private async mailCode(w: string, { accountId: account, userId: user }: ProvenPerson): Promise<void> {
    const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
    const { codeMinutes: minutes, codesPerHour: most } = SIGN_IN_LIMITS;
    const since = new Date(this.options.now().getTime() - HOUR_MS);
    const to = { account, user };
    const { mail, challenges } = this.options;
    if (!(await mail.writeWithin({ most, since }, to, accessMails.sign_in_code, { code, minutes }, [code]))) {
      throw new Refusal(httpErrors, 'too_many_requests');
    }
    await challenges.putCode('code', w, codeHash(w, code));
  }

  private told(
    w: string,
    { userId: user }: ProvenPerson,
    factor: 'totp' | 'mail',
    until: Date,
  ): CodeChallenge {
    const email = this.options.state.personalData(user)?.email ?? '';
    return {
      w,
      factor,
      expires_in: Math.round((until.getTime() - this.options.now().getTime()) / 1000),
      sent_to: factor === 'mail' ? maskedEmail(email) : null,
    };
  }
}

/** Hashed with the secret that only the browser has: six digits alone could be brute-forced from the vault. */
const codeHash = (w: string, code: string): Buffer => createHash('sha256').update(`${w} ${code}`).digest();

function openChallenge(kept: Challenge | null): OpenChallenge {
  const account = accountId.safeParse(kept?.account);
  const user = userId.safeParse(kept?.user);
  if (kept === null || !account.success || !user.success)
    throw new Refusal(accessErrors, 'challenge_expired');
  const { factor, method, proof, name } = remembered.parse(kept.data);
  return {
    accountId: account.data,
    userId: user.data,
    factor,
    method,
    proof,
    name: { ...name, account: name.account },
    codeHash: kept.codeHash,
    expiresAt: kept.expiresAt,
  };
}
