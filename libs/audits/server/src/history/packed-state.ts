import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { AuditState, type AuditModel, type TreeNode } from '@cotejo/audits-domain';
import type { JsonObject, JsonValue } from '@cotejo/event-store';
import { z } from 'zod';
import { addNodes, columnsOf, Dictionary, nodeTexts } from './node-columns.ts';

/** Nodes that are written or read in one go, so that others get their turn. */
const CHUNK = 5_000;
/** Quick rather than small. The default pieces would be a hundred to each chunk, and a turn of the loop each. */
const GZIP = { level: 1, chunkSize: 1_048_576 } as const;
const GUNZIP = { chunkSize: 4_194_304 } as const;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/**
 * JSON of all but the nodes, with the words that these use; then the nodes in chunks. Each part is gzipped, whose
 * checksum tells of damage, in base64.
 */
export const packedState = z.object({
  rest: z.string(),
  nodes: z.array(z.object({ texts: z.string(), numbers: z.string() })),
});
export type PackedState = z.infer<typeof packedState>;

const packedRest = z.object({ words: z.array(z.string()), rest: z.custom<JsonObject>() });

/**
 * A state as a snapshot keeps it. What it holds is taken at the call; the work of packing it is done by the
 * function that it gives back, in turns with others.
 */
export function packing(model: AuditModel, state: AuditState): () => Promise<PackedState> {
  const { nodes, ...rest } = state.freeze(model.slices) as unknown as Frozen;
  return async () => {
    const dictionary = new Dictionary();
    const chunks: PackedState['nodes'] = [];
    for (let at = 0; at < nodes.length; at += CHUNK) {
      const { texts, numbers } = columnsOf(nodes.slice(at, at + CHUNK), dictionary);
      const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
      const [packedTexts, packedNumbers] = await Promise.all([packed(JSON.stringify(texts)), packed(bytes)]);
      chunks.push({ texts: packedTexts, numbers: packedNumbers });
    }
    return { rest: await packed(JSON.stringify({ words: dictionary.words, rest })), nodes: chunks };
  };
}

/**
 * A packed state, ready to be folded on.
 * @throws when it is damaged
 */
export async function unpackState(model: AuditModel, state: PackedState): Promise<AuditState> {
  // All begin to unpack at once, on other threads; this one parses what is ready.
  const [first, ...chunks] = await Promise.all([
    unpacked(state.rest),
    ...state.nodes.map(({ texts, numbers }) => Promise.all([unpacked(texts), unpacked(numbers)])),
  ]);
  const { words, rest } = packedRest.parse(JSON.parse(first.toString()));
  const nodes: TreeNode[] = [];
  for (const [texts, numbers] of chunks) {
    const columns = { texts: nodeTexts.parse(JSON.parse(texts.toString())), numbers: numbersOf(numbers) };
    addNodes(columns, words, nodes);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return AuditState.thaw({ ...rest, nodes: nodes as unknown as JsonValue }, model.slices);
}

type Frozen = JsonObject & { readonly nodes: readonly TreeNode[] };

/** Bytes lie in the order of this machine, as on any that a server runs on. */
function numbersOf(bytes: Buffer): Int32Array {
  // A copy of its own begins where numbers may begin.
  const own = Uint8Array.from(bytes);
  return new Int32Array(own.buffer);
}

const packed = async (value: string | Uint8Array): Promise<string> =>
  (await pack(value, GZIP)).toString('base64');

const unpacked = (text: string): Promise<Buffer> => unpack(Buffer.from(text, 'base64'), GUNZIP);
