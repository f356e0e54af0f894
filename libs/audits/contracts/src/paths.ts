/** Paths that a page asks for before its own program is there, and so without the declarations of the calls. */
export const AUDITS_PATH = '/proyecto/riesgo/auditoria/';
export const EVALUATIONS_PATH = '/proyecto/riesgo/evaluacion/';
export const AUDIT_PATH = `${AUDITS_PATH}:id/` as const;
export const EVALUATION_PATH = `${EVALUATIONS_PATH}:id/` as const;
export const TREE_DOCUMENT_PATH = `${AUDIT_PATH}documento/` as const;
