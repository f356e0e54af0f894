/**
 * Paths requested by a page before its own bundle is loaded, hence separate from the declarations of the
 * calls.
 */
export const AUDITS_PATH = '/proyecto/riesgo/auditoria/';
export const EVALUATIONS_PATH = '/proyecto/riesgo/evaluacion/';
export const AUDIT_PATH = `${AUDITS_PATH}:id/` as const;
export const EVALUATION_PATH = `${EVALUATIONS_PATH}:id/` as const;
export const TREE_DOCUMENT_PATH = `${AUDIT_PATH}documento/` as const;
