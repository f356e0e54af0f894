import { placeBetween, type AuditView } from '@cotejo/audits-domain';
import type { ItemId, ItemValue } from '@cotejo/audits-contracts';
import { instructionsOf, type Instruction } from '@cotejo/worksheets-domain';
import { useCallback, useMemo } from 'react';
import { useOfAudit, useWorksheetHost } from '../host/worksheet-host.ts';
import { questionsIn } from './questions-in.ts';

/** Lists of a worksheet whose entries have ids and places. */
export type ListKind = 'instruction' | 'question';

export interface Listed {
  readonly id: string;
  readonly place: string;
}

const listedIn = (view: AuditView, id: ItemId, kind: ListKind): readonly Listed[] => {
  const node = view.get(id);
  return kind === 'instruction' ? instructionsOf(view, id) : node ? questionsIn(node) : [];
};

/** Values deleted with an entry. */
const PARTS: Readonly<Record<ListKind, readonly string[]>> = {
  instruction: ['place', 'option', 'action'],
  question: ['place', 'answer'],
};

/** Entries of a worksheet's list in order, with their operations; each operation is one intent. */
export function useListed(kind: ListKind) {
  const { itemId, act } = useWorksheetHost();
  const said = useOfAudit(
    useCallback((view) => JSON.stringify(listedIn(view, itemId, kind)), [kind, itemId]),
  );
  const entries = useMemo(() => JSON.parse(said) as readonly (Listed & Partial<Instruction>)[], [said]);

  const set = (values: Readonly<Record<string, ItemValue>>) =>
    act({ kind: 'set_values', id: itemId, values });
  const placeKey = (id: string) => `${kind}.${id}.place`;
  return {
    entries,
    /** Appends an entry. Returns its id, or null if refused. */
    add(): string | null {
      const id = crypto.randomUUID();
      return set({ [placeKey(id)]: placeBetween(entries.at(-1)?.place ?? null, null) }) ? id : null;
    },
    /** Moves an entry to an index of the list without it. */
    move(id: string, to: number): boolean {
      const others = entries.filter((entry) => entry.id !== id);
      const [after, before] = [others[to - 1]?.place ?? null, others[to]?.place ?? null];
      return set({ [placeKey(id)]: placeBetween(after, before) });
    },
    remove: (id: string): boolean =>
      set(Object.fromEntries(PARTS[kind].map((part) => [`${kind}.${id}.${part}`, null]))),
  };
}
