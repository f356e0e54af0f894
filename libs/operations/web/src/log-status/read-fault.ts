import { z } from 'zod';

export interface Fault {
  /** Fault in one line. */
  readonly summary: string;
  /** Complete text, when it is longer than the summary. */
  readonly details: string | null;
}

const issues = z
  .array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))
  .min(1);

/**
 * Parses a stored fault: its first line is the summary; for an event of the wrong shape, a list of zod issues, the
 * first of which becomes the summary.
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
    // The stored text is truncated, so the JSON may be incomplete.
    return null;
  }
}
