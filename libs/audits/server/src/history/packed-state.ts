import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { AuditState, type AuditModel, type TreeNode } from '@cotejo/audits-domain';
import type { JsonObject, JsonValue } from '@cotejo/event-store';
import { z } from 'zod';
import { addNodes, columnsOf, Dictionary, nodeTexts } from './node-columns.ts';

/** Nodes packed or unpacked per tick, so that the event loop stays responsive. */
const CHUNK = 5_000;
/** Fast rather than small. The default chunk size would mean about a hundred callbacks per chunk of nodes. */
const GZIP = { level: 1, chunkSize: 1_048_576 } as const;
const GUNZIP = { chunkSize: 4_194_304 } as const;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/**
 * Everything except the nodes as JSON, with the dictionary; then the nodes in chunks. Each part is gzipped
 * (its checksum detects damage) and encoded in base64.
 */
export const packedState = z.object({
  rest: z.string(),
  nodes: z.array(z.object({ texts: z.string(), numbers: z.string() })),
});
export type PackedState = z.infer<typeof packedState>;

const packedRest = z.object({ words: z.array(z.string()), rest: z.custom<JsonObject>() });

/**
 * Captures a state for a snapshot and returns a function that packs it, yielding to the event loop between
 * chunks.
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
 * Unpacks a state that can be folded further.
 * @throws when it is damaged
 */
export async function unpackState(model: AuditModel, state: PackedState): Promise<AuditState> {
  // Decompression runs on worker threads in parallel; this thread parses the parts in order.
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

/** Int32 values in native byte order (little-endian on all supported servers). */
function numbersOf(bytes: Buffer): Int32Array {
  // A fresh copy is aligned to 4 bytes, as Int32Array requires.
  const own = Uint8Array.from(bytes);
  return new Int32Array(own.buffer);
}

const packed = async (value: string | Uint8Array): Promise<string> =>
  (await pack(value, GZIP)).toString('base64');

const unpacked = (text: string): Promise<Buffer> => unpack(Buffer.from(text, 'base64'), GUNZIP);
