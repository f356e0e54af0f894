/** Set by `npm run bench -- --small`: the bench only shows that it still comes to its end; its figures mean nothing. */
const isSmall = process.env['COTEJO_BENCH_SIZE'] === 'small';

/** How much is measured, or the little that is enough to run every step once. */
export const sized = <T extends object | number>(full: T, small: T): T => (isSmall ? small : full);
