import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { DoorPolicy, Reach } from '../contracts.ts';

export type { DoorPolicy, Reach } from '../contracts.ts';

export const DOOR_POLICY = 'cotejo:door-policy';
export const DOOR_REACH = 'cotejo:door-reach';

/** Anyone, signed in or not. */
export const Public = (): CustomDecorator =>
  SetMetadata(DOOR_POLICY, { kind: 'public' } satisfies DoorPolicy);

/**
 * Any signed-in person. `whilePending`: also one who must first choose a password, set up a second factor or
 * accept the terms.
 */
export const Authenticated = (also: { readonly whilePending?: boolean } = {}): CustomDecorator =>
  SetMetadata(DOOR_POLICY, { kind: 'authenticated', ...also } satisfies DoorPolicy);

/**
 * A signed-in person whose role may hold this permission. Conditions on the object (created by me, my
 * team) are judged by the use case, which knows the object.
 */
export const Requires = (permission: string): CustomDecorator =>
  SetMetadata(DOOR_POLICY, { kind: 'requires', permission } satisfies DoorPolicy);

/**
 * A signed-in person who may hold the permission and, by the role or as some team lends it, one of the others. Which
 * of them, and in which plan, is judged by the use case.
 */
export const RequiresInPlan = (permission: string, andOneOf: readonly string[]): CustomDecorator =>
  SetMetadata(DOOR_POLICY, { kind: 'requires', permission, andOneOf } satisfies DoorPolicy);

/** What the ids of a door are resolved within; `account` where nothing is said. */
export const Within = (reach: Reach): CustomDecorator => SetMetadata(DOOR_REACH, reach);
