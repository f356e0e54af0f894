import {
  levelOf,
  NO_CONCLUSION,
  type AuditConclusion,
  type AuditRemoval,
  type ConclusionRead,
  type RemovalRead,
} from '@cotejo/audits-contracts';
import { purgeableFrom, retainedUntil } from '@cotejo/audits-domain';
import type { People } from './people.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Rating and conclusion with the names of users. */
export function toConclusion(conclusion: AuditConclusion | null, people: People): ConclusionRead {
  const { rated, text, written, signed, version, ...rating } = conclusion ?? NO_CONCLUSION;
  const act = (one: AuditConclusion['signed']) => one && { usuario: people.named(one.by), fecha: one.at };
  return {
    calificacion: levelOf(rating),
    calificada: act(rated),
    texto: text,
    escrita: act(written),
    firmada: act(signed),
    version,
  };
}

/** Deletion of an audit with the name of the user. */
export const toRemoval = (
  removal: AuditRemoval,
  lastClosedOn: string | null,
  people: People,
  now: Date,
): RemovalRead => ({
  fecha: removal.at,
  usuario: people.named(removal.by),
  dias_restantes: Math.max(0, Math.ceil((purgeableFrom(removal).getTime() - now.getTime()) / DAY_MS)),
  conservada_hasta: retainedUntil(lastClosedOn),
});
