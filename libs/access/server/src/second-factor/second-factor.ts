import {
  accessErrors,
  CODE_LENGTH,
  SIGN_IN_LIMITS,
  type AccountId,
  type Principal,
  type UserId,
} from '@cotejo/access-contracts';
import { Refusal } from '@cotejo/http/contracts';
import { toString as drawQr } from 'qrcode';
import { z } from 'zod';
import type { WriteToPeople } from '../mail-texts/write-to-people.ts';
import { accessMails } from '../mails/access-mails.ts';
import { ON_REQUEST, type UserLog } from '../sign-in/append-user-events.ts';
import type { AccessState } from '../state/access-state.ts';
import { newSecret, type ChallengeVault } from '../vault/challenge-vault.ts';
import type { SecondFactorVault } from '../vault/second-factor-vault.ts';
import { newTotpSecret, stepOfCode, totpUri } from './authenticator-code.ts';
import { newRecoveryCodes, recoveryCodeHash, recoveryCodeHashes } from './recovery-codes.ts';
import { openWith, sealSecret } from './seal-secret.ts';

const ISSUER = 'Cotejo';
const MINUTE_MS = 60_000;
/** `isFree`: the user had no app when the enrolment started. */
const enrolment = z.object({ sealed: z.base64(), isFree: z.boolean() });

interface Whose {
  readonly accountId: AccountId;
  readonly userId: UserId;
}

/** Data for an authenticator app; shown only once. */
export interface StartedEnrolment {
  readonly secret: string;
  readonly uri: string;
  /** An image as a data URL. */
  readonly qr: string;
}

export interface SecondFactorOptions {
  readonly state: AccessState;
  readonly kept: SecondFactorVault;
  readonly challenges: ChallengeVault;
  readonly userLog: UserLog;
  readonly mail: WriteToPeople;
  /** Keys that open secrets; the first one seals new ones. */
  readonly keys: readonly [Buffer, ...Buffer[]];
  readonly now: () => Date;
}

/** Users' authenticator apps and recovery codes. */
export class SecondFactor {
  constructor(private readonly options: SecondFactorOptions) {}

  /**
   * Generates a secret that takes effect once confirmed by a code; it replaces an earlier unconfirmed one. A user who
   * has an app must give a code of it, or a recovery code: refuses with `invalid_otp`.
   */
  async start({ accountId: account, userId: user }: Whose, code?: string): Promise<StartedEnrolment> {
    const isFree = this.options.state.known.users.get(user)?.totp !== true;
    if (!isFree) await this.demandCode({ accountId: account, userId: user }, code ?? '');
    const { challenges, state } = this.options;
    const [key] = this.options.keys;
    const now = this.options.now();
    const secret = newTotpSecret();
    const expiresAt = new Date(now.getTime() + SIGN_IN_LIMITS.codeMinutes * MINUTE_MS);
    const data: z.infer<typeof enrolment> = {
      sealed: sealSecret(key, user, secret).toString('base64'),
      isFree,
    };
    await challenges.removeAll(['otp_enrolment'], account, user);
    // The challenge is looked up by user, so its secret is not needed.
    await challenges.add(newSecret(), { kind: 'otp_enrolment', account, user, data, now, expiresAt });
    const uri = totpUri(secret, ISSUER, state.personalData(user)?.username ?? user);
    const svg = await drawQr(uri, { type: 'svg', margin: 1 });
    return { secret, uri, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
  }

  /** Returns the recovery codes. Refuses with `challenge_expired` and `invalid_otp`. */
  async confirm({ accountId: account, userId: user }: Whose, code: string): Promise<readonly string[]> {
    const { challenges, kept, keys, userLog, mail } = this.options;
    const now = this.options.now();
    const started = await challenges.attemptOf(
      'otp_enrolment',
      { account, user },
      SIGN_IN_LIMITS.codeAttempts,
      now,
    );
    if (started === null) throw new Refusal(accessErrors, 'challenge_expired');
    const { sealed: kept64, isFree } = enrolment.parse(started.data);
    // Another app was enrolled meanwhile, and no code of that one was given.
    if (isFree && this.options.state.known.users.get(user)?.totp === true) {
      throw new Refusal(accessErrors, 'challenge_expired');
    }
    const sealed = Buffer.from(kept64, 'base64');
    const step = stepOfCode(openWith(keys, user, sealed).secret, code, now, 0);
    if (step === null) throw new Refusal(accessErrors, 'invalid_otp');
    await challenges.removeAll(['otp_enrolment'], account, user);
    await kept.putTotp(account, user, sealed, step, now);
    const codes = await this.issueCodes({ account, user });
    await userLog.append({ account, user }, [
      { type: 'SecondFactorEnrolled', data: { user, because: ON_REQUEST, factor: 'totp' } },
      { type: 'RecoveryCodesIssued', data: { user, because: ON_REQUEST, count: codes.length } },
    ]);
    await mail.write({ account, user }, accessMails.second_factor_on, {});
    return codes;
  }

  /** Refuses with `invalid_otp`, and with `second_factor_required` where the account requires one. */
  async remove(principal: Principal, code: string): Promise<void> {
    const { accountId: account, userId: user } = principal;
    if (this.options.state.known.accounts.get(account)?.secondFactorRequired === true) {
      throw new Refusal(accessErrors, 'second_factor_required');
    }
    await this.demandCode(principal, code);
    await this.options.kept.remove(account, user);
    await this.options.userLog.append({ account, user }, [
      { type: 'SecondFactorRemoved', data: { user, because: ON_REQUEST, factor: 'totp' } },
    ]);
    await this.options.mail.write({ account, user }, accessMails.second_factor_off, {});
  }

  /** Removes the app and its codes; the caller appends the event and then notifies the user. */
  async forget({ accountId: account, userId: user }: Whose): Promise<void> {
    await this.options.kept.remove(account, user);
    await this.options.challenges.removeAll(['otp_enrolment'], account, user);
  }

  /** Notifies the user that another user removed the app. */
  async tellRemoved({ accountId: account, userId: user }: Whose): Promise<void> {
    await this.options.mail.write({ account, user }, accessMails.second_factor_off, {});
  }

  /** Replaces the recovery codes. Refuses with `invalid_otp`. */
  async renewCodes(principal: Principal, code: string): Promise<readonly string[]> {
    await this.demandCode(principal, code);
    const { accountId: account, userId: user } = principal;
    const codes = await this.issueCodes({ account, user });
    await this.options.userLog.append({ account, user }, [
      { type: 'RecoveryCodesIssued', data: { user, because: ON_REQUEST, count: codes.length } },
    ]);
    return codes;
  }

  /** Uses a code of the user's app; false when it is wrong or already used. */
  async useCode({ accountId: account, userId: user }: Whose, code: string): Promise<boolean> {
    const { kept, keys, now, state } = this.options;
    // An app removed by an administrator is refused even if the vault still contains it.
    if (state.known.users.get(user)?.totp !== true) return false;
    const totp = await kept.totp(account, user);
    if (totp === null || !totp.confirmed) return false;
    const { secret, key } = openWith(keys, user, totp.secret);
    const step = stepOfCode(secret, code, now(), totp.lastStep);
    if (step === null || !(await kept.useStep(account, user, step))) return false;
    // The installation's key was changed since.
    if (key !== keys[0]) await kept.reseal(account, user, totp.secret, sealSecret(keys[0], user, secret));
    return true;
  }

  /** Uses a recovery code; false when it is unknown or already used. The user is notified by mail. */
  async useRecoveryCode({ accountId: account, userId: user }: Whose, code: string): Promise<boolean> {
    const { kept, now, userLog, mail, state } = this.options;
    if (state.known.users.get(user)?.totp !== true) return false;
    const salt = await kept.recoverySalt(account, user);
    if (salt === null) return false;
    const left = await kept.useRecoveryCode(account, user, await recoveryCodeHash(code, salt), now());
    if (left === null) return false;
    await userLog.append({ account, user }, [
      { type: 'RecoveryCodeUsed', data: { user, because: ON_REQUEST, left } },
    ]);
    await mail.write({ account, user }, accessMails.recovery_code_used, { left });
    return true;
  }

  /** Requires a code of the app, or a recovery code. */
  private async demandCode(whose: Whose, code: string): Promise<void> {
    const isRight =
      code.length === CODE_LENGTH ? await this.useCode(whose, code) : await this.useRecoveryCode(whose, code);
    if (!isRight) throw new Refusal(accessErrors, 'invalid_otp');
  }

  private async issueCodes({
    account,
    user,
  }: {
    readonly account: AccountId;
    readonly user: UserId;
  }): Promise<readonly string[]> {
    const codes = newRecoveryCodes();
    await this.options.kept.putRecoveryCodes(account, user, await recoveryCodeHashes(codes));
    return codes;
  }
}
