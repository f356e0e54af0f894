import { z } from 'zod';

export interface Fault {
  /** One line that says what is wrong. */
  readonly summary: string;
  /** All that is known, when that is more. */
  readonly details: string | null;
}

const issues = z
  .array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))
  .min(1);

/**
 * A fault as it was kept: a text whose first line says it, or, for an event of the wrong shape, zod's list of
 * what is wrong where, of which the first stands for all.
 */
export function readFault(text: string): Fault {
  const [first = '', ...more] = text.split('\n');
  const list = /^ZodError: (\[[\s\S]*?\n\])/.exec(text)?.[1];
  const [issue] = (list === undefined ? null : readIssues(list)) ?? [];
  const summary = issue === undefined ? first : `${issue.path.join('.')}: ${issue.message}`;
  return { summary, details: more.length === 0 ? null : text };
}

function readIssues(list: string): z.output<typeof issues> | null {
  try {
    return issues.safeParse(JSON.parse(list)).data ?? null;
  } catch {
    // Cut off where the text that is kept ends.
    return null;
  }
}
