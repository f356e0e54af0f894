import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { AuditState, type AuditModel, type TreeNode } from '@cotejo/audits-domain';
import type { JsonObject, JsonValue } from '@cotejo/event-store';
import { z } from 'zod';

/** Nodes that are written or read in one go, so that others get their turn. */
const CHUNK = 1_000;
/** Quick rather than small: a state is mostly the same few words again. */
const LEVEL = 3;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** JSON of all but the nodes, then the nodes in chunks of rows; each gzipped, in base64. */
export const packedState = z.object({ rest: z.string(), nodes: z.array(z.string()) });
export type PackedState = z.infer<typeof packedState>;

/**
 * A state as a snapshot keeps it. What it holds is taken at the call; the work of packing it is done by the
 * function that it gives back, in turns with others.
 */
export function packing(model: AuditModel, state: AuditState): () => Promise<PackedState> {
  const { nodes, ...rest } = state.freeze(model.slices) as unknown as Frozen;
  return async () => {
    const chunks: string[] = [];
    for (let at = 0; at < nodes.length; at += CHUNK) {
      chunks.push(await packed(nodes.slice(at, at + CHUNK).map(toRow)));
    }
    return { rest: await packed(rest), nodes: chunks };
  };
}

/**
 * A packed state, ready to be folded on.
 * @throws when it is damaged
 */
export async function unpackState(model: AuditModel, state: PackedState): Promise<AuditState> {
  // All begin to unpack at once, on other threads; this one parses what is ready.
  const [first, ...chunks] = await Promise.all([state.rest, ...state.nodes].map(unpacked));
  const thawed = AuditState.thaw({ ...(JSON.parse(first ?? '') as JsonObject), nodes: [] }, model.slices);
  for (const chunk of chunks) {
    for (const row of JSON.parse(chunk) as NodeRow[]) thawed.put(ofRow(row));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return thawed;
}

type Frozen = JsonObject & { readonly nodes: readonly TreeNode[] };

/** Fields whose versions a node tells, in the order of their columns. */
const FIELDS = [
  'created',
  'name',
  'code',
  'place',
  'assignee',
  'status',
  'treatment',
  'dates',
  'risk',
] as const;
const NEVER = -1;

/** What few nodes have, under its own name. */
type Rare = Pick<TreeNode, 'deletedAt' | 'dates' | 'target' | 'refParent' | 'origin' | 'risk' | 'cameFrom'>;

/** A node without the names of its properties, which are half of its JSON; another order is another shape. */
type NodeRow = readonly [
  ...of: [
    id: TreeNode['id'],
    type: TreeNode['type'],
    name: string,
    code: string | null,
    status: TreeNode['status'],
    assignee: TreeNode['assignee'],
    parent: TreeNode['place'][0],
    position: string,
    createdBy: TreeNode['createdBy'],
    version: number,
    changedBy: string,
    changedBefore: number,
    treatment: TreeNode['treatment'],
    derived: boolean,
    completedBy: string | null,
    deleted: number | null,
    rare: Rare | 0,
  ],
  ...fields: number[],
];
const COLUMNS = 17;

/** @throws for a field that has no column: its version would be lost */
function toRow(node: TreeNode): JsonValue[] {
  const {
    id,
    type,
    name,
    code,
    status,
    assignee,
    place,
    createdBy,
    version,
    changedBy,
    changedBefore = NEVER,
    fields,
    treatment,
    derived,
    completedBy,
    deleted,
    ...rare
  } = node;
  const versions = FIELDS.map((field) => fields[field] ?? NEVER);
  const told = versions.reduce((count, version) => count + (version === NEVER ? 0 : 1), 0);
  if (told !== Object.keys(fields).length) throw new Error(`a field of ${id} has no column`);
  const [parent, position] = place;
  const common = [id, type, name, code, status, assignee, parent, position, createdBy, version, changedBy];
  const rest = [changedBefore, treatment, derived, completedBy, deleted];
  return [...common, ...rest, isEmpty(rare) ? 0 : (rare as unknown as JsonValue), ...versions];
}

function ofRow(row: NodeRow): TreeNode {
  const fields: Record<string, number> = {};
  for (let index = 0; index < FIELDS.length; index++) {
    const [field, version] = [FIELDS[index], row[COLUMNS + index]];
    if (field !== undefined && typeof version === 'number' && version !== NEVER) fields[field] = version;
  }
  const node: TreeNode = {
    id: row[0],
    type: row[1],
    name: row[2],
    code: row[3],
    status: row[4],
    assignee: row[5],
    place: [row[6], row[7]],
    createdBy: row[8],
    version: row[9],
    changedBy: row[10],
    ...(row[11] !== NEVER && { changedBefore: row[11] }),
    fields,
    treatment: row[12],
    derived: row[13],
    completedBy: row[14],
    deleted: row[15],
  };
  return row[16] === 0 ? node : { ...node, ...row[16] };
}

function isEmpty(rare: object): boolean {
  for (const _ in rare) return false;
  return true;
}

const packed = async (value: JsonValue | object): Promise<string> =>
  (await pack(JSON.stringify(value), { level: LEVEL })).toString('base64');

const unpacked = async (text: string): Promise<string> =>
  (await unpack(Buffer.from(text, 'base64'))).toString();
