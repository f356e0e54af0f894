import { z } from 'zod';

const target = z.strictObject({ record: z.string().max(100), field: z.string().max(100) });
/** Kind of record and file field that an upload is for; the act that names the upload determines the record. */
export type FileTarget = z.infer<typeof target>;

/** Serializes the target of an upload for its metadata. */
export const writeFileTarget = ({ record, field }: FileTarget): string => JSON.stringify({ record, field });

/** Null if the text is no valid target. */
export function readFileTarget(text: string): FileTarget | null {
  try {
    return target.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
