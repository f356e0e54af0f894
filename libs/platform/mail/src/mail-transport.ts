import { createTransport, type Transporter } from 'nodemailer';

export interface MailServer {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string;
  /** Who the mails are from. */
  readonly from: string;
}

/** Milliseconds. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * The connection to a mail server. Where it takes a password that goes over an encrypted line alone: whoever cuts
 * `STARTTLS` out of the server's greeting is told nothing. `?tls=off` in the address lets it go in clear text.
 */
export const transportOf = (server: MailServer): Transporter =>
  createTransport({ url: connectionOf(server.url), ...TIMEOUTS }, { from: server.from });

/** The address as the mail library reads it. */
export function connectionOf(address: string): string {
  const url = new URL(address);
  const isPlain = url.searchParams.get('tls') === 'off';
  url.searchParams.delete('tls');
  if (url.protocol === 'smtp:' && url.username !== '' && !isPlain) {
    url.searchParams.delete('ignoreTLS');
    url.searchParams.set('requireTLS', 'true');
  }
  return url.href;
}
