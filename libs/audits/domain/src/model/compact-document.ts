import { accept, refuse } from './decision.ts';
import type { Decision, DecisionContext } from './model.ts';

/** Replaces the tree document by a new one, built from the state. Changes no visible content. */
export function compactDocument(context: DecisionContext): Decision {
  if (!context.can('trashbin.purge')) return refuse('forbidden');
  return accept({ type: 'TreeDocumentCompacted', data: {} });
}
