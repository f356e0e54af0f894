import type { DoorPolicy } from '@cotejo/http/contracts';
import type { PermissionKey } from './permission-keys.ts';

export type { DoorPolicy };

/** A door for whoever may hold this permission. */
export const requires = (permission: PermissionKey): DoorPolicy => ({ kind: 'requires', permission });
