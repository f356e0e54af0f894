export * from './log-archive.ts';
export { ArchiveError, type ArchiveErrorCode } from './archive-error.ts';
export type { FaultReason, LogFault } from './log-fault.ts';
export { headsRoot, type Head } from './merkle-root.ts';
export {
  SEAL_EVENT,
  SEAL_STREAM,
  createLogSigner,
  isSealGenuine,
  newSigningKey,
  publicKeyFingerprint,
  publicKeyPem,
  sealHash,
  sealSchema,
  signSeal,
  type LogSigner,
  type Seal,
  type UnsignedSeal,
} from './seal.ts';
export { sealLog, readLastSeal, type SealOptions } from './seal-log.ts';
export type { LogSummary } from './walk-log.ts';
export { verifyLog, type Verification, type VerifyOptions } from './verify-log.ts';
export type { WitnessedEvent } from './witness.ts';
export { verifyExport, type ExportSink, type ExportVerification } from './verify-export.ts';
export { exportLog, readBrokenOffExport, type BrokenOffExport, type ExportOptions } from './export-log.ts';
export { importLog, type Imported, type ImportOptions } from './import-log.ts';
export { readLines, type ReadLinesOptions } from './read-lines.ts';
