import type { MentionView } from '@cotejo/worksheets-contracts';

/** Where plans are, and by which parameter they name their record. */
const PLANS: Readonly<Record<string, string>> = {
  '/auditorias/plan/': 'auditoria-id',
  '/evaluacion-analisis-de-riesgos/evaluacion/': 'evaluacion-id',
};
/** Panel of notes, as addresses of plans name it. */
const NOTES = 'notas';

/** Address of a note's plan with its panel beside it; in the plan that is shown, all else stays as it is. */
export function mentionPath(
  { auditoria, item, campo }: Pick<MentionView, 'auditoria' | 'item' | 'campo'>,
  here: { readonly pathname: string; readonly search: string },
): string {
  const record = PLANS[here.pathname];
  const shown = new URLSearchParams(here.search);
  const isHere = record !== undefined && shown.get(record) === auditoria.id;
  const params = isHere ? shown : new URLSearchParams({ 'auditoria-id': auditoria.id });
  params.set('panel', NOTES);
  params.set('elemento', item.id);
  if (campo === null) params.delete('campo');
  else params.set('campo', campo);
  return `${isHere ? here.pathname : '/auditorias/plan/'}?${params.toString()}`;
}
