export { endUploads } from './attachments/uploads-atoms.ts';
export { UploadsTray } from './attachments/uploads-tray.tsx';
