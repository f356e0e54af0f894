import type { UserRow } from '@cotejo/access-contracts';
import { useCallback } from 'react';
import { usePeople } from '../plan/grid/use-plan-value.ts';
import { useUndoKeys } from './undo-keys.ts';
import { useUndo } from './use-undo.ts';

/** Undo by keyboard on every page of an open audit; renders nothing. */
export function AuditUndo({ people }: { readonly people: readonly UserRow[] }) {
  const person = usePeople(people);
  useUndoKeys(useUndo(useCallback((id: string) => person(id)?.name, [person])));
  return null;
}
