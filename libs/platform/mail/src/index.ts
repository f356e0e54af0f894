export type { LoggedMail, Mail, Mailer, MailLimit, MailLogReader, MailState, MailView } from './mailer.ts';
export { JournaledMailer, type JournaledMailerOptions } from './journaled-mailer.ts';
export {
  composeMail,
  mailTemplates,
  type MailTemplate,
  type MailWords,
  type MailValues,
} from './mail-template.ts';
export type { MailServer } from './mail-transport.ts';
export { withoutSecrets } from './without-secrets.ts';
