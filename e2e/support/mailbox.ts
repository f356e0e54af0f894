import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';

/** A local SMTP server that stores received mails. */
export class Mailbox {
  private readonly arrived: { readonly to: string; readonly text: string }[] = [];

  private constructor(
    private readonly server: SMTPServer,
    readonly url: string,
  ) {}

  static async open(): Promise<Mailbox> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          PostalMime.parse(Buffer.concat(parts)).then(({ to, text }) => {
            mailbox.arrived.push({ to: to?.[0]?.address ?? '', text: text ?? '' });
            done();
          }, done);
        });
      },
    });
    const listening = await new Promise<{ readonly port: number }>((resolve) => {
      const bound = server.listen(0, '127.0.0.1', () => {
        const address = bound.address();
        resolve({ port: typeof address === 'object' && address !== null ? address.port : 0 });
      });
    });
    const mailbox = new Mailbox(server, `smtp://127.0.0.1:${listening.port}`);
    return mailbox;
  }

  /** Last link mailed to an address; waits for the given number of mails. */
  async linkFor(address: string, sent = 1): Promise<string> {
    const links = () =>
      this.arrived.flatMap(({ to, text }) => (to === address ? (/https?:\/\/\S+#\S+/.exec(text) ?? []) : []));
    await expect.poll(() => links().length).toBeGreaterThanOrEqual(sent);
    return links().at(-1) ?? '';
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
