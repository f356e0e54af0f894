/** Address of an audit's time records; with a person, of theirs alone. */
export function timePath(audit: string, person?: string): string {
  const params = new URLSearchParams({ 'auditoria-id': audit });
  if (person !== undefined) params.set('f.person', person);
  return `/auditorias/horas/?${params.toString()}`;
}
