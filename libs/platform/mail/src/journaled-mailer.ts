import { randomUUID } from 'node:crypto';
import type { Transporter } from 'nodemailer';
import type { Pool, PoolClient } from 'pg';
import { transportOf, type MailServer } from './mail-transport.ts';
import type { LoggedMail, Mail, Mailer, MailLimit, MailLogReader, MailState, MailView } from './mailer.ts';
import { isOneAddress, onOneLine } from './mail-address.ts';
import { withoutSecrets } from './without-secrets.ts';

export interface JournaledMailerOptions {
  /** Where the table `vault.mail` lies. */
  readonly pool: Pool;
  /** Null = nothing leaves; mails are kept for administrators to read. */
  readonly server: MailServer | null;
  readonly now: () => Date;
  readonly log: { warn(facts: object, message: string): void };
}

interface QueuedMail {
  readonly id: string;
  readonly to_address: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly attempts: number;
}

const SECOND = 1000;
const POLL_MS = 5 * SECOND;
/** Longer than all timeouts of one attempt together: no other node tries meanwhile. */
const LEASE_MS = 120 * SECOND;
/** Waits after each failed attempt; then it is given up. */
const WAITS_MS = [10, 30, 120, 600, 1800, 3600].map((seconds) => seconds * SECOND);
const AT_ONCE = 5;
/** Any number: of locks that let one count and write at a time. */
const LIMIT_LOCK = 727_011;
const COUNT = `select count(*) from vault.mail
  where account_id = $1 and user_id = $2 and kind = $3 and created_at > $4`;
const FAULT_LENGTH = 300;
const SHOWN_AT_MOST = 500;
const KEPT_DAYS = 90;

/**
 * Writes every mail down before anything is sent, so that a crash loses none and an administrator sees what
 * could not be delivered. Any number of nodes share the queue. Once sent or given up, links and codes are gone.
 */
export class JournaledMailer implements Mailer, MailLogReader {
  private readonly transport: Transporter | null;
  private timer: NodeJS.Timeout | null = null;
  private sending: Promise<void> | null = null;
  /** Something was queued while a round was under way. */
  private isRung = false;
  private isStopped = false;

  constructor(private readonly options: JournaledMailerOptions) {
    const { server } = options;
    this.transport = server === null ? null : transportOf(server);
  }

  get delivers(): boolean {
    return this.transport !== null;
  }

  start(): void {
    if (this.transport === null) return;
    this.timer = setInterval(() => this.ring(), POLL_MS).unref();
    this.ring();
  }

  /** Resolves once what is being sent has been sent. */
  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer !== null) clearInterval(this.timer);
    await this.sending;
    this.transport?.close();
  }

  async send(mail: Mail, limit?: MailLimit): Promise<boolean> {
    const isWritten =
      limit === undefined ? await this.write(this.options.pool, mail) : await this.writeWithin(mail, limit);
    if (isWritten && this.timer !== null) this.ring();
    return isWritten;
  }

  async countSince(kind: string, account: string, user: string, since: Date): Promise<number> {
    const { rows } = await this.options.pool.query<{ count: string }>(COUNT, [account, user, kind, since]);
    return Number(rows[0]?.count ?? 0);
  }

  async mails(account: string, state?: MailState, how: MailView = 'shown'): Promise<readonly LoggedMail[]> {
    const wholeOf = typeof how === 'object' ? how.wholeOf : [];
    const { rows } = await this.options.pool.query<LoggedMail>(
      `select id, created_at as at, to_address as "to", subject, state, fault,
              case when state = 'kept' and ($3 or user_id = any($4::uuid[])) then text else shown end as text
         from vault.mail
        where account_id = $1 and ($2::text is null or state = $2)
        order by created_at desc, id limit ${SHOWN_AT_MOST}`,
      [account, state ?? null, how === 'whole', wholeOf],
    );
    return rows;
  }

  /** Forgets what was sent, given up or kept long ago. */
  async removeOld(): Promise<void> {
    const before = new Date(this.options.now().getTime() - KEPT_DAYS * 86_400 * SECOND);
    await this.options.pool.query(`delete from vault.mail where state <> 'queued' and created_at < $1`, [
      before,
    ]);
  }

  private async writeWithin(mail: Mail, { most, since }: MailLimit): Promise<boolean> {
    const { kind, account, user } = mail;
    const client = await this.options.pool.connect();
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [
        LIMIT_LOCK,
        `${account} ${user} ${kind}`,
      ]);
      const { rows } = await client.query<{ count: string }>(COUNT, [account, user, kind, since]);
      const isWithin = Number(rows[0]?.count ?? 0) < most;
      if (isWithin) await this.write(client, mail);
      await client.query('commit');
      client.release();
      return isWithin;
    } catch (error) {
      // The connection goes with the transaction.
      client.release(true);
      throw error;
    }
  }

  private async write(into: Pool | PoolClient, mail: Mail): Promise<true> {
    const { to, subject, text, html = null, kind, account, user, secrets = [] } = mail;
    await into.query(
      `insert into vault.mail
         (id, account_id, user_id, to_address, kind, subject, text, shown, html, state, next_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
      [
        randomUUID(),
        account,
        user,
        to,
        kind,
        subject,
        text,
        withoutSecrets(text, secrets),
        html,
        this.delivers ? 'queued' : 'kept',
        this.options.now(),
      ],
    );
    return true;
  }

  private ring(): void {
    if (this.isStopped) return;
    this.isRung = true;
    this.sending ??= this.sendAll()
      .catch((err: unknown) => this.options.log.warn({ err }, 'mail: the queue is out of reach'))
      .finally(() => (this.sending = null));
  }

  private async sendAll(): Promise<void> {
    while (this.isRung && !this.isStopped) {
      this.isRung = false;
      const claimed = await this.claim();
      await Promise.all(claimed.map((mail) => this.attempt(mail)));
      this.isRung ||= claimed.length === AT_ONCE;
    }
  }

  private async claim(): Promise<readonly QueuedMail[]> {
    const now = this.options.now();
    const { rows } = await this.options.pool.query<QueuedMail>(
      `update vault.mail set attempts = attempts + 1, next_at = $2
        where id in (select id from vault.mail where state = 'queued' and next_at <= $1
                      order by next_at limit ${AT_ONCE} for update skip locked)
       returning id, to_address, subject, text, html, attempts`,
      [now, new Date(now.getTime() + LEASE_MS)],
    );
    return rows;
  }

  private async attempt({ id, to_address: to, subject, text, html, attempts }: QueuedMail): Promise<void> {
    if (!isOneAddress(to)) return this.giveUp(id, NO_ADDRESS);
    try {
      await this.transport?.sendMail({
        // Named apart, so that it is never taken for a list.
        to: { name: '', address: to },
        subject: onOneLine(subject),
        text,
        ...(html !== null && { html }),
      });
    } catch (error) {
      await this.failed(id, attempts, faultOf(error));
      return;
    }
    await this.options.pool.query(
      `update vault.mail set state = 'sent', sent_at = $2, text = shown, html = null, fault = null where id = $1`,
      [id, this.options.now()],
    );
  }

  private async failed(id: string, attempts: number, fault: string): Promise<void> {
    // Servers repeat addresses in their answers: those are for the mail log, not for this one.
    this.options.log.warn({ mail: id, attempts }, 'mail: not delivered');
    const wait = WAITS_MS[attempts - 1];
    if (wait === undefined) return this.giveUp(id, fault);
    const next = new Date(this.options.now().getTime() + wait);
    await this.options.pool.query('update vault.mail set next_at = $2, fault = $3 where id = $1', [
      id,
      next,
      fault,
    ]);
  }

  private async giveUp(id: string, fault: string): Promise<void> {
    await this.options.pool.query(
      `update vault.mail set state = 'failed', text = shown, html = null, fault = $2 where id = $1`,
      [id, fault],
    );
  }
}

/** Nobody could send to it, however often they tried. */
const NO_ADDRESS = 'not an e-mail address';

/** The server's words, or those of the connection. */
const faultOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, FAULT_LENGTH);
