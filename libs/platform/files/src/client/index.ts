export { browserStorage, wipeUploads, type RememberedUpload, type UploadStorage } from './upload-memory.ts';
export type { UploadState, UploadStatus } from './upload-state.ts';
export { createUploader, Uploader, type NamedBlob, type UploaderOptions } from './uploader.ts';
export { browserShelf, type ShelvedFile, type UploadShelf } from './upload-shelf.ts';
