import type { RecordType } from '@cotejo/audits-contracts';

export const EVALUATIONS_PATH = '/evaluacion-analisis-de-riesgos/';

/** Where the tree of a risk evaluation or a library is. */
export const evaluationPath = (id: string): string => `${EVALUATIONS_PATH}evaluacion/?evaluacion-id=${id}`;

/** Kinds of records whose tree is of risks alone. */
export const isEvaluation = (type: RecordType | undefined): boolean =>
  type === 'risk_evaluation' || type === 'risk_library';
