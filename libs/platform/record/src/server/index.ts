export type { Asker, Ground, ReadReferences, Referring } from './ground.ts';
export { RecordService } from './record-service.ts';
export {
  serve,
  serverContext,
  type DemoScene,
  type OpenContext,
  type ServedRecord,
  type ServerContext,
} from './server-context.ts';
