import type { ItemId } from '@cotejo/audits-contracts';
import type { RefObject } from 'react';
import { usePlan } from '../plan/plan-context.ts';
import { RestingHint } from '../plan/grid/resting-hint.tsx';
import { useRestingOn } from '../plan/grid/use-resting-on.ts';
import { SignatureLines } from './signature-lines.tsx';

/** Tells the signatures of the row whose marks the pointer rests on. */
export function SignaturesHint({ grid }: { readonly grid: RefObject<HTMLElement | null> }) {
  const { session } = usePlan();
  const over = useRestingOn(grid, 'signatures');
  const node = over && session.view.get(over.what as ItemId);
  if (!over || !node) return null;
  return (
    <RestingHint over={over}>
      <SignatureLines node={node} />
    </RestingHint>
  );
}
