/**
 * Set by `npm run bench -- --small`, which only checks that the bench runs to its end; the figures mean nothing then.
 */
const isSmall = process.env['COTEJO_BENCH_SIZE'] === 'small';

/** The full size, or in a small run the least that exercises every step. */
export const sized = <T extends object | number>(full: T, small: T): T => (isSmall ? small : full);
