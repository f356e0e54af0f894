import type { AuditTemplateRow, CarryPreview } from '@cotejo/audits-contracts';
import type { UserRow } from '@cotejo/access-contracts';
import { createContext, use } from 'react';
import type { WizardDraft } from './wizard-draft.ts';

export interface Wizard {
  /** With the template and the leader that are suggested where none was chosen. */
  readonly draft: WizardDraft;
  readonly set: (change: Partial<WizardDraft> | ((draft: WizardDraft) => WizardDraft)) => void;
  /** Text of the fault of a field; undefined while none is shown. */
  readonly errorOf: (field: string) => string | undefined;
  /** Day in the account's zone. */
  readonly today: string;
  readonly templates: readonly AuditTemplateRow[];
  /** Active people of the account who work on audits. */
  readonly people: readonly UserRow[];
  /** What the chosen audit brings; null while none is chosen or read. */
  readonly preview: CarryPreview | null;
}

export const WizardContext = createContext<Wizard | null>(null);

/** Throws outside of the wizard. */
export function useWizard(): Wizard {
  const wizard = use(WizardContext);
  if (!wizard) throw new Error('no wizard around this step');
  return wizard;
}
