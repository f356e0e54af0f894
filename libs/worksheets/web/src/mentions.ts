export { attachmentsTranslations } from './attachments/attachments-translations.ts';
export { MentionsBell, type MentionsBellProps } from './mentions/mentions-bell.tsx';
