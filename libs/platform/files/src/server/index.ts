export { bytesOfBuffer, bytesOfFile, type ByteSource } from './content/byte-source.ts';
export { detectContent, refusalOfContent } from './content/detect-content.ts';
export { CreateFileTables1767300000000, fileMigrations, grantFileTables } from './create-file-tables.ts';
export { DiskFileStore } from './disk-file-store.ts';
export type { ByteRange, FileStore, OpenFile, StoredContent } from './file-store.ts';
export {
  filesEnvironment,
  openFilePlaces,
  type FilePlaces,
  type FilesEnvironment,
} from './files-configuration.ts';
export type { FinishedUpload, TakeOver } from './finish-upload.ts';
export { contentDisposition, serveFile, type ServedFile } from './serve-file.ts';
export { stageOnDisk, type Staging } from './staging.ts';
export { holdContent, StoredFiles, type StoredFilesOptions } from './stored-files.ts';
export type { Uploader } from './upload-rows.ts';
export { Uploads, type UploadsOptions } from './uploads.ts';
export { wholeNumber } from './whole-number.ts';
