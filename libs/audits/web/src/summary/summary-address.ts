/** What of an audit is shown in the place of its plan. */
const VIEW = 'vista';
const SUMMARY = 'resumen';

export const isSummaryShown = (params: URLSearchParams): boolean => params.get(VIEW) === SUMMARY;

/** The address of the summary, or of the plan with what was open beside it. */
export function withSummary(params: URLSearchParams, isShown: boolean): URLSearchParams {
  const next = new URLSearchParams(params);
  if (isShown) next.set(VIEW, SUMMARY);
  else next.delete(VIEW);
  return next;
}
