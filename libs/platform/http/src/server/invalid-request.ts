import type { z } from 'zod';
import { HIDDEN_CHARACTERS, httpErrors, isOfHidden, Refusal } from '../contracts.ts';

/** One invalid field: the key of its text (`fields.<key>`) and the text's parameters. */
export interface FieldFault {
  readonly field: string;
  readonly key: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** A request that does not match its schema. The error filter translates the faults. */
export class InvalidRequest extends Refusal {
  readonly faults: readonly FieldFault[];

  constructor(error: z.ZodError) {
    super(httpErrors, 'invalid_request');
    this.faults = error.issues.map(faultOf);
  }
}

function faultOf(issue: z.core.$ZodIssue): FieldFault {
  const field = issue.path.map(String).join('.') || '_';
  const sized = (key: string, limit: number | bigint): FieldFault => ({
    field,
    key,
    params: { limit: Number(limit) },
  });
  switch (issue.code) {
    case 'invalid_type':
      return { field, key: issue.input === undefined ? 'required' : 'invalid_type', params: {} };
    case 'too_small':
      if (issue.origin === 'string')
        return sized(Number(issue.minimum) === 1 ? 'required' : 'too_short', issue.minimum);
      return sized(issue.origin === 'array' ? 'too_few' : 'too_small', issue.minimum);
    case 'too_big':
      if (issue.origin === 'string') return sized('too_long', issue.maximum);
      return sized(issue.origin === 'array' ? 'too_many' : 'too_big', issue.maximum);
    case 'unrecognized_keys':
      return { field, key: 'unrecognized_keys', params: { keys: issue.keys.join(', ') } };
    case 'invalid_format':
      return { field, key: 'invalid_format', params: {} };
    case 'custom':
      return { field, key: isOfHidden(issue) ? HIDDEN_CHARACTERS : 'invalid_value', params: {} };
    default:
      return { field, key: 'invalid_value', params: {} };
  }
}
