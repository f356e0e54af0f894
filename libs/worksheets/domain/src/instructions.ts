import { firstPlaces, valueField, type AuditView, type TreeNode } from '@cotejo/audits-domain';
import {
  instructionOption,
  procedureAction,
  type InstructionOption,
  type ItemId,
} from '@cotejo/audits-contracts';
import { placeKey, programmeOf } from './step-programme-slice.ts';

type ProcedureAction = (typeof procedureAction.options)[number];

/** An instruction of a worksheet; its text and evidence are co-written documents. */
export interface Instruction {
  readonly id: string;
  readonly place: string;
  readonly option: InstructionOption | null;
  readonly action: ProcedureAction | null;
}

const PLACE = /^instruction\.([^.]+)\.place$/;

/**
 * Instructions of a worksheet in order: those with a place, and those of an older programme that have neither
 * a place nor a removal.
 */
export function mergeInstructions(
  { values = {}, fields }: Pick<TreeNode, 'values' | 'fields'>,
  programme: readonly { readonly id: string }[] = [],
): readonly Instruction[] {
  const places = new Map<string, string>();
  const usual = firstPlaces(programme.length);
  for (const [index, { id }] of programme.entries()) {
    const place = usual[index];
    // A removal clears the value but leaves its field entry (time of the edit).
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

/** Instructions of an item as a view knows them; a browser does not know older programmes. */
export function instructionsOf(view: AuditView, id: ItemId): readonly Instruction[] {
  const node = view.get(id);
  return node ? mergeInstructions(node, programmeOf(view, id)?.instructions) : [];
}
