/** Units of a size as people read it. */
export type SizeUnit = 'KB' | 'MB' | 'GB';

const STEP = 1024;
/** Above so many of a unit the next one is used. */
const MOST = 1000;

/** A file's size (bytes) in KB, in MB above 1000 KB, in GB above 1000 MB; nothing is smaller than 0.1 KB. */
export function fileSize(bytes: number): { readonly amount: number; readonly unit: SizeUnit } {
  const kilobytes = bytes / STEP;
  if (kilobytes <= MOST) return { amount: Math.max(kilobytes, 0.1), unit: 'KB' };
  const megabytes = kilobytes / STEP;
  return megabytes <= MOST ? { amount: megabytes, unit: 'MB' } : { amount: megabytes / STEP, unit: 'GB' };
}
