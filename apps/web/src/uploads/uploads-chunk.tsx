export { UploadsTray } from '@cotejo/worksheets-web/uploads';
