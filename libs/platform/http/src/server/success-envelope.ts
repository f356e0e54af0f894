import {
  Inject,
  Injectable,
  SetMetadata,
  StreamableFile,
  type CallHandler,
  type CustomDecorator,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';

const RAW_ANSWER = 'cotejo:raw-answer';

/** The handler's value is the whole answer, without `{data, status}` around it. */
export const RawAnswer = (): CustomDecorator => SetMetadata(RAW_ANSWER, true);

/** Puts what a handler answers into `{data, status}`; nothing becomes `data: null`. */
@Injectable()
export class SuccessEnvelopes {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  around(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const raw = this.reflector.getAllAndOverride<boolean>(RAW_ANSWER, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (raw === true) return next.handle();
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((data: unknown) => {
        if (data instanceof StreamableFile) return data;
        return { data: data ?? null, status: response.statusCode };
      }),
    );
  }
}
