/** Display units of a size. */
export type SizeUnit = 'KB' | 'MB' | 'GB';

const STEP = 1024;
/** Amount above which the next unit is used. */
const MOST = 1000;

/** A file's size (bytes) in KB, in MB above 1000 KB, in GB above 1000 MB; at least 0.1 KB. */
export function fileSize(bytes: number): { readonly amount: number; readonly unit: SizeUnit } {
  const kilobytes = bytes / STEP;
  if (kilobytes <= MOST) return { amount: Math.max(kilobytes, 0.1), unit: 'KB' };
  const megabytes = kilobytes / STEP;
  return megabytes <= MOST ? { amount: megabytes, unit: 'MB' } : { amount: megabytes / STEP, unit: 'GB' };
}
