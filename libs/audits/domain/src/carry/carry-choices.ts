import type { AuditOrigin, AuditSource } from '@cotejo/audits-contracts';

/** What is taken over from a source beside its programme. */
export interface CarryChoices {
  readonly team: boolean;
  readonly findings: boolean;
  readonly ratings: boolean;
}

/** A unit of an evaluation brings the ratings of its risks: they are what the evaluation found. */
export function choicesOf(origin: AuditOrigin): CarryChoices {
  switch (origin.tipo) {
    case 'traslado':
      return { team: origin.equipo, findings: origin.hallazgos, ratings: origin.calificaciones };
    case 'copia':
      return { team: true, findings: true, ratings: true };
    case 'evaluacion':
      return { team: false, findings: false, ratings: true };
  }
}

export const SOURCE_KIND = {
  traslado: 'roll_forward',
  copia: 'audit_copy',
  evaluacion: 'evaluation_unit',
} as const satisfies Readonly<Record<AuditOrigin['tipo'], AuditSource['kind']>>;
