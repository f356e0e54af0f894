/** Query parameter that selects the view shown instead of the plan. */
const VIEW = 'vista';
const VIEWS = ['resumen', 'equipo'] as const;
export type AuditModule = (typeof VIEWS)[number];

/** Null = the plan. */
export const moduleShown = (params: URLSearchParams): AuditModule | null =>
  VIEWS.find((view) => view === params.get(VIEW)) ?? null;

/** The address of a module, or of the plan with what was open beside it. */
export function withModule(params: URLSearchParams, shown: AuditModule | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (shown) next.set(VIEW, shown);
  else next.delete(VIEW);
  return next;
}
