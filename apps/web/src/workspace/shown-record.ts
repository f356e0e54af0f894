/** Pages that have the room of a record open, and tell of its unsent work by themselves. */
const WITH_ROOM = new Set([
  '/auditorias/plan/',
  '/auditorias/papelera/',
  '/evaluacion-analisis-de-riesgos/evaluacion/',
]);

/** The record whose room the page at an address has open; null when it has none. */
export function shownRecord(pathname: string, search: string): string | null {
  const query = new URLSearchParams(search);
  // Whoever looks at the past is in no room.
  if (!WITH_ROOM.has(pathname) || query.has('version')) return null;
  return query.get('auditoria-id') ?? query.get('evaluacion-id');
}
