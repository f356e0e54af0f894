import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { httpErrors, Refusal } from '../contracts.ts';
import { AUTHENTICATOR, type Authenticator, type KnownRequest } from './authenticator.ts';
import { DOOR_POLICY, type DoorPolicy } from './door-policy.ts';
import { judgeCaller } from './judge-caller.ts';

/** Asks the declared policy of every door before its handler runs. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(AUTHENTICATOR) private readonly authenticator: Authenticator,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const policy = this.reflector.getAllAndOverride<DoorPolicy | undefined>(DOOR_POLICY, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (policy === undefined) throw new Refusal(httpErrors, 'access_not_authorized');
    if (policy.kind === 'public') return true;

    const request = context.switchToHttp().getRequest<KnownRequest>();
    const { principal, token } = await judgeCaller(this.authenticator, policy, request);
    request.principal = principal;
    request.token = token;
    return true;
  }
}
