import { matchLanguage } from '@cotejo/i18n';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { KnownRequest } from './authenticator.ts';

/** The signed-in person, as the authenticator gave it. Only behind a door that is not public. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  const { principal } = context.switchToHttp().getRequest<KnownRequest>();
  if (principal === undefined) throw new Error('@CurrentPrincipal() stands behind a public door');
  return principal;
});

/** Language of the request: 'es' or 'en'. */
export const CurrentLanguage = createParamDecorator((_: unknown, context: ExecutionContext): unknown =>
  matchLanguage(context.switchToHttp().getRequest<KnownRequest>().headers['accept-language']),
);
