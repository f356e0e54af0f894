import type { DoorPolicy } from '@cotejo/http/contracts';
import type { PermissionKey } from './permission-keys.ts';

export type { DoorPolicy };

/** Access policy that requires a permission. */
export const requires = (permission: PermissionKey): DoorPolicy => ({ kind: 'requires', permission });
