export type { Asker, Ground, InstallationSettings, ReadReferences, Referring } from './ground.ts';
export { openPorts, provide, type Provider } from './open-ports.ts';
export { RecordService } from './record-service.ts';
export { RECORDS, serve, serverContext, type DemoScene, type ServerContext } from './server-context.ts';
