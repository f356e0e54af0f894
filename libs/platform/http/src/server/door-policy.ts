import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** Who may knock at a door (a route handler). A handler without one keeps the server from booting. */
export type DoorPolicy =
  | { readonly kind: 'public' }
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'requires'; readonly permission: string };

export const DOOR_POLICY = 'cotejo:door-policy';

/** Anyone, signed in or not. */
export const Public = (): CustomDecorator =>
  SetMetadata(DOOR_POLICY, { kind: 'public' } satisfies DoorPolicy);

/** Any signed-in person. */
export const Authenticated = (): CustomDecorator =>
  SetMetadata(DOOR_POLICY, { kind: 'authenticated' } satisfies DoorPolicy);

/**
 * A signed-in person whose role may hold this permission. Conditions on the object (created by me, my
 * team) are judged by the use case, which knows the object.
 */
export const Requires = (permission: string): CustomDecorator =>
  SetMetadata(DOOR_POLICY, { kind: 'requires', permission } satisfies DoorPolicy);
