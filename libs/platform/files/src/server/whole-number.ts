import { z } from 'zod';

/**
 * A number of an environment variable, in decimal digits only. Other formats that `Number` accepts (`0x10`, `1e3`,
 * `1.0`) are refused, because they may be meant differently.
 */
export const wholeNumber = ({ least, most }: { readonly least: number; readonly most: number }) =>
  z
    .string()
    .trim()
    .regex(/^(0|[1-9]\d{0,14})$/)
    .transform(Number)
    .pipe(z.number().int().min(least).max(most));
