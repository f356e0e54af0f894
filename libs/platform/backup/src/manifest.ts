import { z } from 'zod';
import { BackupError } from './backup-error.ts';

const count = z.number().int().nonnegative();
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().min(1);

/** What was backed up, before its content. */
const aboutSchema = z.object({
  createdAt: z.iso.datetime(),
  storeId: name,
  /** Names of the migrations of the kept tables, in the order in which they ran. */
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

/** After a part's content: SHA-256 of it. */
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

/** What a whole backup holds; its last frame. */
const manifestSchema = z.object({
  log: logSummarySchema.extend({ sha256: digest }),
  tables: z.array(z.object({ schema: name, name, rows: count, sha256: digest })),
  /** Schema-qualified name → last value drawn. */
  sequences: z.record(name, z.string().regex(/^-?\d+$/)),
  /** `sha256` covers the digests and paths of all files, a line each, in their order. */
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

/** @throws BackupError `inconsistent`, all of them */
export const readAbout = reader(aboutSchema);
export const readPart = reader(partSchema);
export const readPartEnd = reader(partEndSchema);
export const readManifest = reader(manifestSchema);

export const toJson = (value: About | Part | PartEnd | Manifest): Buffer =>
  Buffer.from(JSON.stringify(value));
