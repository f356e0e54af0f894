import { defineCall, oneLine, oneLineName } from '@cotejo/http/contracts';
import { z } from 'zod';
import { permissionMatrix } from './permission-matrix.ts';
import { reasonOnWire } from './reasons.ts';
import { requires } from './requires.ts';
import { roleGroup, roleKey } from './roles.ts';

/** A role. Built-in roles have their key as id; a custom role has the key of its type. */
export const roleRow = z.object({
  id: z.string(),
  key: roleKey,
  nombre: z.string(),
  description: z.string(),
  grupo: roleGroup,
  /** A custom role of the account: it can be renamed and deleted. */
  propio: z.boolean(),
  usuarios: z.int(),
  permissions: permissionMatrix,
});
export type RoleRow = z.infer<typeof roleRow>;

const role = z.object({ id: z.union([roleKey, z.uuid()]) });
const name = oneLineName(80);
const within = { reach: 'account' } as const;
const permissions = z.object({ permissions: permissionMatrix });
const readMatrix = {
  ...within,
  method: 'GET',
  policy: requires('user_roles.list'),
  params: role,
  data: permissions,
  refusals: ['role_not_found'],
} as const;
/** `previous`: permissions when the edit began; refused with `role_changed` if they have changed since. */
const writeMatrix = {
  ...within,
  method: 'POST',
  policy: requires('user_roles.edit'),
  params: role,
  body: permissions.extend({ previous: permissionMatrix.optional(), ...reasonOnWire.shape }),
  data: permissions,
  refusals: ['role_not_found', 'permission_unknown', 'beyond_own_rights', 'role_is_built_in', 'role_changed'],
} as const;

export const roleCalls = {
  paramlist: defineCall({
    ...within,
    method: 'GET',
    path: '/paramlists/usuario_rol/',
    policy: requires('user_roles.list'),
    data: z.array(roleRow),
  }),
  roles: defineCall({
    ...within,
    method: 'GET',
    path: '/user_roles/',
    policy: requires('user_roles.list'),
    data: z.array(roleRow),
  }),
  /** `copia_de`: copies the permissions of another role of the same type; default: those of the type. */
  create: defineCall({
    ...within,
    method: 'POST',
    path: '/paramlists/usuario_rol/',
    policy: requires('user_roles.add'),
    body: reasonOnWire.extend({
      nombre: name,
      description: oneLine(300).default(''),
      key: roleKey.default('JR'),
      copia_de: z.union([roleKey, z.uuid()]).optional(),
    }),
    data: roleRow,
    status: 201,
    refusals: [
      'role_name_taken',
      'role_name_built_in',
      'role_not_found',
      'role_type_differs',
      'beyond_own_rights',
    ],
  }),
  rename: defineCall({
    ...within,
    method: 'PUT',
    path: '/paramlists/usuario_rol/:id/',
    policy: requires('user_roles.edit'),
    params: role,
    body: reasonOnWire.extend({ nombre: name, description: oneLine(300).optional() }),
    data: roleRow,
    refusals: ['role_not_found', 'role_name_taken', 'role_name_built_in', 'role_is_built_in'],
  }),
  remove: defineCall({
    ...within,
    method: 'DELETE',
    path: '/paramlists/usuario_rol/:id/',
    policy: requires('user_roles.delete'),
    params: role,
    query: reasonOnWire,
    data: z.object({ deleted: z.literal(true) }),
    refusals: ['role_not_found', 'role_is_built_in', 'role_in_use'],
  }),
  paramlistPermissions: defineCall({ ...readMatrix, path: '/paramlists/usuario_rol/:id/permissions/' }),
  setParamlistPermissions: defineCall({ ...writeMatrix, path: '/paramlists/usuario_rol/:id/permissions/' }),
  permissions: defineCall({ ...readMatrix, path: '/user_roles/:id/permissions/' }),
  setPermissions: defineCall({ ...writeMatrix, path: '/user_roles/:id/permissions/' }),
};
