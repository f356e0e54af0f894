import { accept, refuse } from './decision.ts';
import type { Decision, DecisionContext } from './model.ts';

/** From here on the tree document is another one, built from the state. Changes nothing that people see. */
export function compactDocument(context: DecisionContext): Decision {
  if (!context.can('trashbin.purge')) return refuse('forbidden');
  return accept({ type: 'TreeDocumentCompacted', data: {} });
}
