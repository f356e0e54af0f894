import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { httpErrors, Refusal, type Call } from '../contracts.ts';
import { AUTHENTICATOR, type Authenticator, type KnownRequest } from './authenticator.ts';
import { judgeCaller } from './judge-caller.ts';
import { CALL } from './serve-calls.ts';

/** Checks the declared access policy of every call before its handler runs. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(AUTHENTICATOR) private readonly authenticator: Authenticator,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const call = this.reflector.get<Call | undefined>(CALL, context.getHandler());
    if (call === undefined) throw new Refusal(httpErrors, 'access_not_authorized');
    if (call.door.kind === 'public') return true;

    const request = context.switchToHttp().getRequest<KnownRequest>();
    const { principal, token } = await judgeCaller(this.authenticator, call.door, request);
    request.principal = principal;
    request.token = token;
    return true;
  }
}
