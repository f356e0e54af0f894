import type { MentionView } from '@cotejo/worksheets-contracts';

/** Paths of plans with the query parameter of their record. */
const PLANS: Readonly<Record<string, string>> = {
  '/auditorias/plan/': 'auditoria-id',
  '/evaluacion-analisis-de-riesgos/evaluacion/': 'evaluacion-id',
};
/** Value of the notes panel in URLs of plans. */
const NOTES = 'notas';

/** URL of a note's plan with its panel open; within the current plan, other parameters are kept. */
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
