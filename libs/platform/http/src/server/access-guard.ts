import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { httpErrors, Refusal, type Call } from '../contracts.ts';
import { CallTurns, TooMuchQueued } from '../shares/index.ts';
import { personOf } from './asked-call.ts';
import { AUTHENTICATOR, type Authenticator, type KnownRequest } from './authenticator.ts';
import { judgeCaller } from './judge-caller.ts';
import { CALL } from './serve-calls.ts';

/** Checks the declared access policy of every call before its handler runs, in the user's turn. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(AUTHENTICATOR) private readonly authenticator: Authenticator,
    @Inject(CallTurns) private readonly turns: CallTurns,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const call = this.reflector.get<Call | undefined>(CALL, context.getHandler());
    if (call === undefined) throw new Refusal(httpErrors, 'access_not_authorized');
    if (call.policy.kind === 'public') return true;

    const request = context.switchToHttp().getRequest<KnownRequest>();
    const { principal, token } = await judgeCaller(this.authenticator, call.policy, request);
    request.principal = principal;
    request.token = token;
    // Streams and uploads last as long as the client's connection lets them; both have limits of their own.
    if (call.streamed !== true && call.upload === undefined) {
      const user = personOf(request).join(' ');
      request.inTurn = (work) => this.turns.run(user, work).catch(tooMany);
    }
    return true;
  }
}

function tooMany(error: unknown): never {
  if (error instanceof TooMuchQueued)
    throw new Refusal(httpErrors, 'too_many_requests', { details: { retryAfter: 1 } });
  throw error;
}
