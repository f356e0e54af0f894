import type { MentionView } from '@cotejo/worksheets-contracts';

/** Paths of plans with the query parameter of their record. */
const PLANS: Readonly<Record<string, string>> = {
  '/auditorias/plan/': 'auditoria-id',
  '/evaluacion-analisis-de-riesgos/evaluacion/': 'evaluacion-id',
};
/** Value of the notes panel in URLs of plans. */
const NOTES = 'notas';

const FRONT = 'hoja-id';
const BEHIND = 'hojas';
const TAB = 'pestana';

/**
 * URL of a note's plan with its worksheet in front and the notes open; within the current plan, other parameters are
 * kept, and the worksheet that was in front stays open behind.
 */
export function mentionPath(
  { auditoria, item, campo }: Pick<MentionView, 'auditoria' | 'item' | 'campo'>,
  here: { readonly pathname: string; readonly search: string },
): string {
  const record = PLANS[here.pathname];
  const shown = new URLSearchParams(here.search);
  const isHere = record !== undefined && shown.get(record) === auditoria.id;
  const params = isHere ? shown : new URLSearchParams({ 'auditoria-id': auditoria.id });
  const front = params.get(FRONT);
  if (front !== item.id) {
    const behind = [...params.getAll(BEHIND), ...(front === null ? [] : [front])];
    for (const name of [FRONT, BEHIND, TAB]) params.delete(name);
    params.set(FRONT, item.id);
    for (const id of behind) if (id !== item.id) params.append(BEHIND, id);
  }
  for (const name of ['panel', 'elemento', 'campo']) params.delete(name);
  params.set('panel', NOTES);
  params.set('elemento', item.id);
  if (campo !== null) params.set('campo', campo);
  return `${isHere ? here.pathname : '/auditorias/plan/'}?${params.toString()}`;
}
