export type { Asker, Ground, ReadReferences, Referring } from './ground.ts';
export { CreatePersonalValues1770300000000, PersonalValues } from './personal-values.ts';
export { RecordService } from './record-service.ts';
export {
  serve,
  serverContext,
  type DemoScene,
  type OpenContext,
  type ServedRecord,
  type ServerContext,
} from './server-context.ts';
