import { itemType, type AuditIntent, type ItemId } from '@cotejo/audits-contracts';
import { resolved, type AuditView } from '@cotejo/audits-domain';
import { z } from 'zod';

/** What a command did, before it is put into the language of the user. */
export const stepWords = z.object({
  /** Kind of its intents; `batch` when they are of several kinds. */
  kind: z.string(),
  /** Code of the item, or its name when it has none; of a sprint or visit its name. */
  name: z.string(),
  /** Items or stretches that it concerned. */
  count: z.number(),
  /** Single value that it set, with the type of its item. */
  value: z.object({ type: itemType, key: z.string() }).optional(),
});
export type StepWords = z.infer<typeof stepWords>;

/** Describes a command before it is executed: afterwards a deleted or renamed item has another name. */
export function wordsOf(view: AuditView, intents: readonly AuditIntent[]): StepWords {
  const kinds = new Set(intents.map(({ kind }) => kind));
  const [first] = intents;
  const [kind] = kinds;
  if (!first || kind === undefined) return { kind: 'batch', name: '', count: 0 };
  const value = kinds.size === 1 ? valueOf(view, intents) : null;
  return {
    kind: kinds.size === 1 ? kind : 'batch',
    name: nameOf(view, first),
    count: new Set(intents.map(subjectOf)).size,
    ...(value && { value }),
  };
}

const subjectOf = (intent: AuditIntent): string =>
  'id' in intent ? intent.id : 'stretch' in intent ? String(intent.stretch) : intent.kind;

function nameOf(view: AuditView, intent: AuditIntent): string {
  if (intent.kind === 'create_item') return intent.code ?? intent.name;
  if (intent.kind === 'copy_item') return called(view, intent.source);
  if (intent.kind === 'set_sprint' || intent.kind === 'set_visit')
    return view.stretches.get(intent.stretch)?.name ?? intent.name ?? '';
  return 'id' in intent ? called(view, intent.id) : '';
}

function called(view: AuditView, id: ItemId): string {
  const node = view.get(id);
  if (!node) return '';
  const { code, name } = resolved(view, node);
  return code ?? name;
}

function valueOf(view: AuditView, intents: readonly AuditIntent[]): StepWords['value'] | null {
  const [only, ...others] = intents;
  if (only?.kind !== 'set_values' || others.length > 0) return null;
  const [key, ...more] = Object.keys(only.values);
  const type = view.get(only.id)?.type;
  return key === undefined || more.length > 0 || type === undefined ? null : { type, key };
}
