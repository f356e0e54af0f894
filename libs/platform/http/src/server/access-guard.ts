import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { httpErrors, NO_TOKEN, Refusal, TOKEN_SCHEME } from '../contracts.ts';
import { AUTHENTICATOR, type Authenticator, type KnownRequest } from './authenticator.ts';
import { DOOR_POLICY, type DoorPolicy } from './door-policy.ts';

/** The token of `Authorization: Token <token>`; null when absent, NO_TOKEN or of another scheme. */
export function tokenOf(header: string | undefined): string | null {
  const [scheme, token, ...rest] = (header ?? '').trim().split(/\s+/);
  if (scheme !== TOKEN_SCHEME || token === undefined || rest.length > 0 || token === NO_TOKEN) return null;
  return token;
}

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
    const token = tokenOf(request.headers.authorization);
    if (token === null) throw new Refusal(httpErrors, 'not_authenticated');
    request.principal = await this.authenticator.authenticate(token, request);
    request.token = token;
    this.authenticator.admit?.(request.principal, policy, request);

    if (policy.kind === 'requires' && !this.authenticator.may(request.principal, policy.permission)) {
      throw new Refusal(httpErrors, 'access_not_authorized');
    }
    return true;
  }
}
