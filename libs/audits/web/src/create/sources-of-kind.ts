import { recordTypeOf, type AuditTemplateRow } from '@cotejo/audits-contracts';
import { BLANK_TEMPLATES } from '@cotejo/audits-domain';
import { PLAN, type Source, type WizardDraft } from './wizard-draft.ts';

const blankOf = (kind: string): string => {
  const type = recordTypeOf(kind);
  return (type && BLANK_TEMPLATES[type]) ?? '';
};

/** Templates of a kind to choose from; the blank one is a source of its own. */
export const templatesOf = (
  kind: string,
  templates: readonly AuditTemplateRow[],
): readonly AuditTemplateRow[] =>
  templates.filter(({ id, record_type }) => record_type === kind && id !== blankOf(kind));

/** Sources that a kind has. @param mayEvaluate whether the person reads risk evaluations */
export function sourcesOf(
  kind: WizardDraft['kind'],
  templates: readonly AuditTemplateRow[],
  mayEvaluate: boolean,
): readonly Source[] {
  return [
    ...(templatesOf(kind, templates).length > 0 ? (['template'] as const) : []),
    ...(['blank', 'roll_forward', 'copy'] as const),
    ...(kind === PLAN && mayEvaluate ? (['evaluation'] as const) : []),
  ];
}

/** The template that applies: the blank one, else the one chosen, else the kind's first; empty = none is known. */
export function templateOf(
  { kind, source, template }: Pick<WizardDraft, 'kind' | 'source' | 'template'>,
  templates: readonly AuditTemplateRow[],
): string {
  if (source === 'blank') return templates.some(({ id }) => id === blankOf(kind)) ? blankOf(kind) : '';
  const offered = templatesOf(kind, templates);
  return offered.find(({ id }) => id === template)?.id ?? offered[0]?.id ?? '';
}
