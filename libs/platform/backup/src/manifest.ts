import { z } from 'zod';
import { BackupError } from './backup-error.ts';

const count = z.number().int().nonnegative();
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().min(1);

/** First frame: facts about the backup, before its content. */
const aboutSchema = z.object({
  createdAt: z.iso.datetime(),
  storeId: name,
  /** Names of the migrations of the kept tables, in the order of their execution. */
  migrations: z.array(name),
});
export type About = z.infer<typeof aboutSchema>;

const partSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('log') }),
  z.object({ kind: z.literal('table'), schema: name, name, columns: z.array(name).min(1) }),
  z.object({ kind: z.literal('file'), path: name }),
]);
export type Part = z.infer<typeof partSchema>;
export type TablePart = Extract<Part, { kind: 'table' }>;

/** Follows a part's content, with the content's SHA-256. */
const partEndSchema = z.object({ bytes: count, sha256: digest });
export type PartEnd = z.infer<typeof partEndSchema>;

export const logSummarySchema = z.object({
  events: count,
  streams: count,
  /** Merkle root of all stream heads, hex. */
  root: digest,
  /** Hash over the links of all events in their order, hex. */
  order: digest,
});
export type LogSummary = z.infer<typeof logSummarySchema>;

/** Last frame: summary of a complete backup. */
const manifestSchema = z.object({
  log: logSummarySchema.extend({ sha256: digest }),
  tables: z.array(z.object({ schema: name, name, rows: count, sha256: digest })),
  /** Schema-qualified name → last value drawn. */
  sequences: z.record(name, z.string().regex(/^-?\d+$/)),
  /** `sha256` covers digests and paths of all files, one line per file, in their order. */
  files: z.object({ count, bytes: count, sha256: digest }),
});
export type Manifest = z.infer<typeof manifestSchema>;

const reader =
  <T>(schema: z.ZodType<T>) =>
  (content: Buffer): T => {
    try {
      return schema.parse(JSON.parse(content.toString('utf8')));
    } catch (cause) {
      throw new BackupError('inconsistent', {}, { cause });
    }
  };

/** @throws BackupError `inconsistent`; so do the readers below */
export const readAbout = reader(aboutSchema);
export const readPart = reader(partSchema);
export const readPartEnd = reader(partEndSchema);
export const readManifest = reader(manifestSchema);

export const toJson = (value: About | Part | PartEnd | Manifest): Buffer =>
  Buffer.from(JSON.stringify(value));
