import type { AccessPolicy } from '@cotejo/http/contracts';
import type { PermissionKey } from './permission-keys.ts';

export type { AccessPolicy };

/** Access policy that requires a permission. */
export const requires = (permission: PermissionKey): AccessPolicy => ({ kind: 'requires', permission });
