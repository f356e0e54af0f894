export { openDatabase, type Database, type DatabaseOptions } from './open-database.ts';
export { joinRunning } from './join-running.ts';
export { startEmbedded, type EmbeddedDatabase, type EmbeddedOptions } from './start-embedded.ts';
export {
  conditionOf,
  postgresRefusal,
  serverRefusal,
  type NamedServer,
  type ServerCondition,
} from './server-refusal.ts';
export { waitForServer, type Patience } from './wait-for-server.ts';
export { StartError, explainListenError, explainWriteError, type StartErrorCode } from './start-error.ts';
export {
  APP_ROLE,
  OWNER_ROLE,
  ensureDatabase,
  ensureRoles,
  withConnection,
  withOwner,
} from './database-roles.ts';
export { DatabaseClock, MOST_CLOCK_DIFFERENCE_MS } from './database-clock.ts';
export { findHolder, lockDataFolder, type InstanceLock, type LockHolder } from './instance-lock.ts';
