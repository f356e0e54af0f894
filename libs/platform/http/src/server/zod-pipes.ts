import type { PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { InvalidRequest } from './invalid-request.ts';

export type ZodPart = 'body' | 'query' | 'params';

/** Parses one part of a request; what does not fit is `invalid_request` with the fields at fault. */
export class ZodPipe<Schema extends z.ZodType = z.ZodType> implements PipeTransform<
  unknown,
  z.output<Schema>
> {
  constructor(
    readonly part: ZodPart,
    readonly schema: Schema,
  ) {}

  transform(value: unknown): z.output<Schema> {
    // The input tells what is missing from what is of the wrong kind.
    const parsed = this.schema.safeParse(value ?? {}, { reportInput: true });
    if (!parsed.success) throw new InvalidRequest(parsed.error);
    return parsed.data;
  }
}

/** `@Body(zodBody(schema)) body: z.infer<typeof schema>` */
export const zodBody = <Schema extends z.ZodType>(schema: Schema): ZodPipe<Schema> =>
  new ZodPipe('body', schema);

/** `@Query(zodQuery(schema)) query: z.infer<typeof schema>`; values arrive as text. */
export const zodQuery = <Schema extends z.ZodType>(schema: Schema): ZodPipe<Schema> =>
  new ZodPipe('query', schema);

/** `@Param(zodParams(z.object({ id: auditId }))) params`; a malformed id is `invalid_request`. */
export const zodParams = <Schema extends z.ZodType>(schema: Schema): ZodPipe<Schema> =>
  new ZodPipe('params', schema);
