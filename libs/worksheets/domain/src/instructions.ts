import { firstPlaces, valueField, type AuditView, type TreeNode } from '@cotejo/audits-domain';
import {
  instructionOption,
  procedureAction,
  type InstructionOption,
  type ItemId,
} from '@cotejo/audits-contracts';
import { placeKey, programmeOf } from './step-programme-slice.ts';

type ProcedureAction = (typeof procedureAction.options)[number];

/** One instruction of a worksheet; its text and its evidence are co-written beside it. */
export interface Instruction {
  readonly id: string;
  readonly place: string;
  readonly option: InstructionOption | null;
  readonly action: ProcedureAction | null;
}

const PLACE = /^instruction\.([^.]+)\.place$/;

/**
 * Instructions of a worksheet in their order: those that have a place, and those of an older programme that nobody
 * has placed or taken away yet.
 */
export function mergeInstructions(
  { values = {}, fields }: Pick<TreeNode, 'values' | 'fields'>,
  programme: readonly { readonly id: string }[] = [],
): readonly Instruction[] {
  const places = new Map<string, string>();
  const usual = firstPlaces(programme.length);
  for (const [index, { id }] of programme.entries()) {
    const place = usual[index];
    // Whoever takes one away leaves behind when they did.
    if (place !== undefined && fields[valueField(placeKey(id))] === undefined) places.set(id, place);
  }
  for (const [key, value] of Object.entries(values)) {
    const id = PLACE.exec(key)?.[1];
    if (id !== undefined && typeof value === 'string') places.set(id, value);
  }
  return [...places]
    .sort(([a, one], [b, other]) => (one === other ? (a < b ? -1 : 1) : one < other ? -1 : 1))
    .map(([id, place]) => ({
      id,
      place,
      option: instructionOption.safeParse(values[`instruction.${id}.option`]).data ?? null,
      action: procedureAction.safeParse(values[`instruction.${id}.action`]).data ?? null,
    }));
}

/** Instructions of an item as a view knows them; a browser knows no programme of before. */
export function instructionsOf(view: AuditView, id: ItemId): readonly Instruction[] {
  const node = view.get(id);
  return node ? mergeInstructions(node, programmeOf(view, id)?.instructions) : [];
}
