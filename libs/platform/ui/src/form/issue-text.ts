/** The parts of a zod issue needed for its text. */
export interface Issue {
  readonly code?: string | undefined;
  readonly format?: string | undefined;
  readonly input?: unknown;
  readonly maximum?: number | bigint;
  readonly minimum?: number | bigint;
}
type Say = (key: string, values?: Readonly<Record<string, unknown>>) => string;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Words for what a schema refuses of a field. `t` of `ui`. */
export function issueText({ code, format, input, maximum, minimum }: Issue, t: Say): string {
  if (isEmpty(input)) return t('form.issue.required');
  if (code === 'too_big') {
    const text = typeof input === 'string';
    return t(text ? 'form.issue.too_long' : 'form.issue.too_big', { count: Number(maximum) });
  }
  if (code === 'too_small') {
    const text = typeof input === 'string';
    return t(text ? 'form.issue.too_short' : 'form.issue.too_small', { count: Number(minimum) });
  }
  return t(format === 'email' ? 'form.issue.email' : 'form.issue.invalid');
}
