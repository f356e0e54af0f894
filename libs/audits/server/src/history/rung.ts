import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { auditStream } from '@cotejo/audits-contracts';
import { AuditState, type AuditModel, type TreeNode } from '@cotejo/audits-domain';
import type { JsonObject, JsonValue, Snapshot } from '@cotejo/event-store';
import { z } from 'zod';

/** Version of the shape below, beside the state's own; 1–50 are the rooms' snapshots. */
const RUNG_SHAPE = 51;
/** Events between two rungs: at 10,000 items reading one costs as much as folding so many. */
export const RUNG_EVERY = 2_000;
/** Nodes that are written or read in one go, so that others get their turn. */
const CHUNK = 1_000;
/** Quick rather than small: a state is mostly the same few words again. */
const LEVEL = 3;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** JSON of all but the nodes, then the nodes in chunks of rows; each gzipped, in base64. */
const packedState = z.object({ rest: z.string(), nodes: z.array(z.string()) });

/** State version under which rungs are kept. */
export const rungVersionOf = (model: AuditModel): number => model.stateVersion * 100 + RUNG_SHAPE;

/**
 * A state alone, without its document: what the past is read from. What it holds is taken at the call; the
 * work of writing it is done by the function that it gives back.
 */
export function rungOf(
  model: AuditModel,
  auditId: string,
  state: AuditState,
  link: string,
): () => Promise<Snapshot> {
  const { nodes, ...rest } = state.freeze(model.slices) as unknown as Frozen;
  const key = { stream: auditStream(auditId), version: BigInt(state.version), link };
  return async () => {
    const chunks: string[] = [];
    for (let at = 0; at < nodes.length; at += CHUNK) {
      chunks.push(await packed(nodes.slice(at, at + CHUNK).map(toRow)));
    }
    const stateVersion = rungVersionOf(model);
    return { ...key, stateVersion, state: { rest: await packed(rest), nodes: chunks } };
  };
}

/**
 * The state of a rung, ready to be folded on.
 * @throws when it is damaged
 */
export async function climb(model: AuditModel, snapshot: Snapshot): Promise<AuditState> {
  const { rest, nodes } = packedState.parse(snapshot.state);
  // All begin to unpack at once, on other threads; this one parses what is ready.
  const [first, ...chunks] = await Promise.all([rest, ...nodes].map(unpacked));
  const state = AuditState.thaw({ ...(JSON.parse(first ?? '') as JsonObject), nodes: [] }, model.slices);
  for (const chunk of chunks) {
    for (const row of JSON.parse(chunk) as NodeRow[]) state.put(ofRow(row));
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (BigInt(state.version) !== snapshot.version) throw new Error('a rung of another version');
  return state;
}

type Frozen = JsonObject & { readonly nodes: readonly TreeNode[] };

/** Fields whose versions a node tells, in the order of their columns. */
const FIELDS = ['created', 'name', 'code', 'place', 'assignee', 'status', 'treatment'] as const;
const NEVER = -1;

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
  ],
  ...fields: number[],
];
const COLUMNS = 16;

/** @throws for a field that has no column: its version would be lost */
function toRow(node: TreeNode): JsonValue[] {
  const versions = FIELDS.map((field) => node.fields[field] ?? NEVER);
  const told = versions.reduce((count, version) => count + (version === NEVER ? 0 : 1), 0);
  if (told !== Object.keys(node.fields).length) throw new Error(`a field of ${node.id} has no column`);
  const row: NodeRow = [
    node.id,
    node.type,
    node.name,
    node.code,
    node.status,
    node.assignee,
    node.place[0],
    node.place[1],
    node.createdBy,
    node.version,
    node.changedBy,
    node.changedBefore ?? NEVER,
    node.treatment,
    node.derived,
    node.completedBy,
    node.deleted,
    ...versions,
  ];
  return [...row];
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
    fields,
    treatment: row[12],
    derived: row[13],
    completedBy: row[14],
    deleted: row[15],
  };
  return row[11] === NEVER ? node : { ...node, changedBefore: row[11] };
}

const packed = async (value: JsonValue): Promise<string> =>
  (await pack(JSON.stringify(value), { level: LEVEL })).toString('base64');

const unpacked = async (text: string): Promise<string> =>
  (await unpack(Buffer.from(text, 'base64'))).toString();
