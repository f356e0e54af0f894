export { FILE_QUOTA, STORED_FILES, UPLOAD_PLACES, UPLOADS, type UploadPlaces } from './file-uploads.ts';
export type { Asker, Ground, InstallationSettings, ReadReferences, Referring } from './ground.ts';
export { openPorts, provide, type Provider } from './open-ports.ts';
export { PersonalValues } from './personal-values.ts';
export { recordContext } from './record-context.ts';
export { RECORDS } from './opened-records.ts';
export { RecordFiles } from './record-files.ts';
export { RecordService } from './record-service.ts';
export {
  serve,
  serverContext,
  type DemoScene,
  type ServedRecord,
  type ServerContext,
} from './server-context.ts';
