import { StreamableFile, type CallHandler } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import type { Call } from '../contracts.ts';

/** Wraps handler results in `{data, status}`, unless the call is raw; undefined becomes `data: null`. */
export function enveloped(call: Call, response: Response, next: CallHandler): Observable<unknown> {
  if (call.raw === true) return next.handle();
  return next.handle().pipe(
    map((data: unknown) => {
      if (data instanceof StreamableFile) return data;
      return { data: data ?? null, status: response.statusCode };
    }),
  );
}
