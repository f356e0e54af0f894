export { attachmentsTranslations } from './attachments/attachments-translations.ts';
export { endUploads } from './attachments/uploads-atoms.ts';
export { UploadsTray } from './attachments/uploads-tray.tsx';
