import type { AuditIntent, ItemId, SignatureMark, TreeRecord } from '@cotejo/audits-contracts';
import type { TreeNode } from '@cotejo/audits-domain';
import type { Events } from './optimistic-tree.ts';

/** This user's change voided signatures. */
export interface VoidingNotice {
  readonly kind: 'voiding';
  readonly item: ItemId;
  /** Users whose signatures fell, possibly this user among them; each once. */
  readonly signers: readonly string[];
  /** Step to undo; null where the change is none, such as a text, which its editor undoes. */
  readonly step: string | null;
  /** Intent that takes back a change that is no step, such as a file; null where there is none. */
  readonly back: AuditIntent | null;
}

interface Voided {
  readonly id: ItemId;
  readonly voided: readonly { readonly mark: SignatureMark; readonly by: string }[];
  readonly because: string;
}

/** Signatures that events void, by item: all signers, and those among them who are told of it. */
export interface Voiding {
  readonly item: ItemId;
  readonly signers: readonly string[];
  /** Without a user who withdrew the own mark. */
  readonly told: readonly string[];
}

/** Signatures that an action of this user voids. */
export function voidingsOf(events: Iterable<Events[number]>, me: string): Voiding[] {
  const byItem = new Map<ItemId, { signers: Set<string>; told: Set<string> }>();
  for (const { type, data } of events) {
    if (type !== 'SignaturesVoided') continue;
    const { id, voided, because } = data as unknown as Voided;
    const of = byItem.get(id) ?? { signers: new Set(), told: new Set() };
    byItem.set(id, of);
    for (const { by } of voided) {
      of.signers.add(by);
      if (because !== 'withdrawn' || by !== me) of.told.add(by);
    }
  }
  return [...byItem].map(([item, { signers, told }]) => ({ item, signers: [...signers], told: [...told] }));
}

/** Users whose marks a record has lost, this user among them; each once. */
export function signersWithout(old: TreeNode, record: TreeRecord): string[] {
  const isLost = ({ by, mark }: { readonly by: string; readonly mark: SignatureMark }) =>
    !record.signatures?.some((signature) => signature.by === by && signature.mark === mark);
  return [...new Set((old.signatures ?? []).filter(isLost).map(({ by }) => by))];
}
