export type { LoggedMail, Mail, Mailer, MailLogReader, MailState } from './mailer.ts';
export { JournaledMailer, type JournaledMailerOptions, type MailServer } from './journaled-mailer.ts';
export { withoutSecrets } from './without-secrets.ts';
