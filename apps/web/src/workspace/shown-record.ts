/** Pages that open a record's room and show its unsent work themselves. */
const WITH_ROOM = new Set([
  '/auditorias/plan/',
  '/auditorias/papelera/',
  '/auditorias/horas/',
  '/evaluacion-analisis-de-riesgos/evaluacion/',
]);

/** The record whose room is open on a page; null if none is. */
export function shownRecord(pathname: string, search: string): string | null {
  const query = new URLSearchParams(search);
  // Past states are shown without a room.
  if (!WITH_ROOM.has(pathname) || query.has('version')) return null;
  return query.get('auditoria-id') ?? query.get('evaluacion-id');
}
