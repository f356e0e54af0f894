/** The parts of a zod issue needed for its text. */
export interface Issue {
  readonly code?: string | undefined;
  readonly path?: readonly PropertyKey[];
  readonly format?: string | undefined;
  readonly input?: unknown;
  readonly maximum?: number | bigint;
  readonly minimum?: number | bigint;
}
type Say = (key: string, values?: Readonly<Record<string, unknown>>) => string;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const MINUTES_IN_HOUR = 60;

/** Message for a schema's issue with a field. `t` of `ui`; `isHours`: the field shows minutes as hours. */
export function issueText({ code, format, input, maximum, minimum }: Issue, t: Say, isHours = false): string {
  if (isEmpty(input)) return t('form.issue.required');
  if (isHours && code === 'too_big')
    return t('form.issue.too_many_hours', { count: Number(maximum) / MINUTES_IN_HOUR });
  if (isHours && code === 'too_small') return t('form.issue.too_few_hours');
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
