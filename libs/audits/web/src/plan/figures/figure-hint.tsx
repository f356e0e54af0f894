import type { ItemId } from '@cotejo/audits-contracts';
import { useStore } from 'jotai';
import type { RefObject } from 'react';
import { treeAtom } from '../../session/session-atoms.ts';
import type { FigureColumn } from './figure-pills.ts';
import { usePlan } from '../plan-context.ts';
import { RestingHint } from '../grid/resting-hint.tsx';
import { useFigureWords } from './use-figure-words.ts';
import { useProgressWords } from '../grid/use-progress-words.ts';
import { useRestingOn } from '../grid/use-resting-on.ts';

/** Tooltip that explains how the hovered figure was computed. */
export function FigureHint({ grid }: { readonly grid: RefObject<HTMLElement | null> }) {
  const { session } = usePlan();
  const store = useStore();
  const over = useRestingOn(grid, 'explained');
  const words = useFigureWords();
  const progressWords = useProgressWords();
  if (!over) return null;
  const [column, id] = over.what.split(' ') as [FigureColumn | 'progress', ItemId];
  const figures = store.get(treeAtom).rowOf(id)?.figures ?? null;
  const lines =
    column === 'progress'
      ? progressWords(session.view, id)
      : words({ view: session.view, id, figures }, column);
  if (lines.length === 0) return null;
  return (
    <RestingHint over={over}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </RestingHint>
  );
}
