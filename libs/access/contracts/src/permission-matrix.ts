import { z } from 'zod';

/**
 * Conditions of a permission: '2' created by me (specification 1, section 6), '3' created by or assigned to me, '4' of
 * projects that I am in, '5' of people associated with me.
 */
export const condition = z.enum(['2', '3', '4', '5']);

const decision = z.union([z.literal(0), z.literal(1)]);

/** 1 grants, 0 denies, a map grants under conditions, any of which suffices. */
export const storedPermission = z.union([decision, z.partialRecord(condition, decision)]);
export type StoredPermission = z.infer<typeof storedPermission>;

/** A key, a wildcard (`plan.*`), or `*`. */
export const permissionName = z
  .string()
  .regex(/^(\*|[a-z][a-z0-9_]*(\.[a-z0-9_]+)*(\.\*)?)$/)
  .max(80);

/** Permissions of a role, as in events, the vault's exports and on the wire. */
export const permissionMatrix = z
  .record(permissionName, storedPermission)
  .refine((matrix) => Object.keys(matrix).length <= 500);
export type PermissionMatrix = z.infer<typeof permissionMatrix>;
