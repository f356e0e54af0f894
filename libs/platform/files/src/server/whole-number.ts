import { z } from 'zod';

/**
 * A number of an environment variable: decimal digits alone. What `Number` would take besides (`0x10`, `1e3`, `1.0`)
 * is refused, because whoever writes it may mean something else.
 */
export const wholeNumber = ({ least, most }: { readonly least: number; readonly most: number }) =>
  z
    .string()
    .trim()
    .regex(/^(0|[1-9]\d{0,14})$/)
    .transform(Number)
    .pipe(z.number().int().min(least).max(most));
