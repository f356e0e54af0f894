import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Principal, TicketOffice } from '@cotejo/access-contracts';
import { isAllowedFrom } from '@cotejo/access-domain';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { AccessState } from '../state/access-state.ts';

export const TICKET_SECONDS = 30;

const claims = z.object({
  session: z.uuid(),
  ip: z.string(),
  nonce: z.string().min(1),
  until: z.number().int(),
});

export interface TicketOfficeOptions {
  readonly pool: Pool;
  /** Signing key shared by all nodes: any of them may redeem another's tickets. */
  readonly key: Buffer;
  readonly directory: Pick<AccessState, 'principalOfSession' | 'account' | 'demandFresh'>;
  readonly now: () => Date;
  /** Called for every redeemed ticket. */
  readonly onRedeemed?: (principal: Principal) => void;
}

/**
 * Signed tickets, so that issuing writes nothing; redeeming writes the nonce, so that a ticket opens one socket on one
 * node only.
 */
export class SignedTicketOffice implements TicketOffice {
  constructor(private readonly options: TicketOfficeOptions) {}

  issue(principal: Principal, ip = ''): string {
    if (principal.sessionId === null) throw new Error('A ticket needs a session');
    const claim: z.infer<typeof claims> = {
      session: principal.sessionId,
      ip,
      nonce: randomBytes(16).toString('base64url'),
      until: this.options.now().getTime() + TICKET_SECONDS * 1000,
    };
    const body = Buffer.from(JSON.stringify(claim)).toString('base64url');
    return `${body}.${this.sign(body).toString('base64url')}`;
  }

  async redeem(ticket: string): Promise<Principal | null> {
    const claim = this.verified(ticket);
    const now = this.options.now();
    if (claim === null || claim.until <= now.getTime()) return null;
    await this.options.directory.demandFresh();
    const { rowCount } = await this.options.pool.query(
      'insert into vault.used_ticket (nonce, expires_at) values ($1, $2) on conflict do nothing',
      [claim.nonce, new Date(claim.until)],
    );
    const principal = rowCount === 1 ? this.whoIs(claim) : null;
    if (principal !== null) this.options.onRedeemed?.(principal);
    return principal;
  }

  /** Access was checked when the ticket was issued; the account's settings may have changed since. */
  private whoIs({ session, ip }: z.infer<typeof claims>): Principal | null {
    const { directory } = this.options;
    const principal = directory.principalOfSession(session);
    if (principal === null || principal.pending !== undefined) return null;
    return isAllowedFrom(directory.account(principal.accountId)?.addresses ?? [], ip) ? principal : null;
  }

  /** Deletes used tickets that would be refused for their age anyway. */
  async removeOld(now: Date): Promise<void> {
    await this.options.pool.query('delete from vault.used_ticket where expires_at < $1', [
      new Date(now.getTime() - TICKET_SECONDS * 1000),
    ]);
  }

  private verified(ticket: string): z.infer<typeof claims> | null {
    const [body, signature, ...rest] = ticket.split('.');
    if (body === undefined || signature === undefined || rest.length > 0) return null;
    const given = Buffer.from(signature, 'base64url');
    const right = this.sign(body);
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    const parsed = claims.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()));
    return parsed.success ? parsed.data : null;
  }

  private sign(body: string): Buffer {
    return createHmac('sha256', this.options.key).update(`ticket ${body}`).digest();
  }
}
