/** One message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** What it is about, e.g. `password_reset`: to count and to find it. */
  readonly kind: string;
  readonly account: string | null;
  readonly user: string | null;
  /** Links and codes in the text: the log shows it without them. */
  readonly secrets?: readonly string[];
}

/** Mails of one kind to one person since a moment. */
export interface MailLimit {
  readonly most: number;
  readonly since: Date;
}

/** `kept`: no mail server is configured, so an administrator reads it in the log. */
export type MailState = 'queued' | 'sent' | 'failed' | 'kept';

/**
 * `whole`: with links and codes of what was kept, which nobody could read anywhere else. They open people's access:
 * so of these people alone where ids of some are told, whom the reader may handle anyway.
 */
export type MailView = 'shown' | 'whole' | { readonly wholeOf: readonly string[] };

export interface Mailer {
  /** Whether mail leaves this installation at all. */
  readonly delivers: boolean;
  /**
   * Writes the mail down; it is sent soon after, and again when that fails. False, and nothing is written, where the
   * person was written to as often as the limit says: of many at once as well.
   */
  send(mail: Mail, limit?: MailLimit): Promise<boolean>;
  /** How many mails of a kind the person was sent since a moment. */
  countSince(kind: string, account: string, user: string, since: Date): Promise<number>;
}

export interface LoggedMail {
  readonly id: string;
  readonly at: Date;
  readonly to: string;
  readonly subject: string;
  /** Without links and codes; see `MailView`. */
  readonly text: string;
  readonly state: MailState;
  readonly fault: string | null;
}

export interface MailLogReader {
  /** Mails of an account, the newest first, 500 at most. */
  mails(account: string, state?: MailState, how?: MailView): Promise<readonly LoggedMail[]>;
}
