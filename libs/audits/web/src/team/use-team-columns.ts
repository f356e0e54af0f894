import { teamRole, type TeamMemberRead } from '@cotejo/audits-contracts';
import type { ListColumn } from '@cotejo/ui/list';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** What the team is searched, filtered and ordered by. `counts`: assigned items by user. */
export function useTeamColumns(counts: ReadonlyMap<string, number>): readonly ListColumn<TeamMemberRead>[] {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  return useMemo<readonly ListColumn<TeamMemberRead>[]>(
    () => [
      { id: 'persona', label: t('team.person'), kind: 'text', value: ({ usuario }) => usuario.name },
      {
        ...{ id: 'rol', label: t('team.role'), kind: 'choice', value: ({ rol }) => rol.nombre },
        options: teamRole.options.map((role) => ({
          value: role,
          label: capital(t(`audits-contracts:teamRole.${role}`)),
        })),
      },
      {
        id: 'horas',
        label: t('team.hours'),
        kind: 'number',
        value: ({ horas_presupuestadas: hours }) => hours,
      },
      {
        id: 'cargadas',
        label: t('team.charged'),
        kind: 'number',
        value: ({ horas_cargadas: hours }) => hours,
      },
      { id: 'costo', label: t('team.cost'), kind: 'money', value: ({ costo_presupuestado: cost }) => cost },
      {
        id: 'fechas',
        label: t('team.dates'),
        kind: 'day',
        value: (row) => row.fecha_inicio ?? row.fecha_fin,
      },
      {
        ...{ id: 'visitas', label: t('team.visits'), kind: 'text' },
        value: ({ visitas }) => visitas.map(({ name }) => name).join(', '),
      },
      {
        ...{ id: 'asignados', label: t('team.items'), kind: 'number' },
        value: ({ usuario }) => counts.get(usuario.id) ?? 0,
      },
      {
        ...{ id: 'independencia', label: t('team.independence'), kind: 'choice', value: declarationOf },
        options: DECLARATIONS.map((value) => ({ value, label: t(`team.declaration.${value}`) })),
      },
      {
        ...{ id: 'estado', label: t('team.state'), kind: 'choice' },
        value: ({ esta_activo: isActive }) => (isActive ? 'active' : 'inactive'),
        options: (['active', 'inactive'] as const).map((value) => ({ value, label: t(`team.${value}`) })),
      },
    ],
    [counts, t],
  );
}

const DECLARATIONS = ['none', 'declared', 'threats'] as const;

/** Guests declare nothing. */
const declarationOf = ({ rol, independencia }: TeamMemberRead): (typeof DECLARATIONS)[number] | null => {
  if (independencia === null) return rol.nombre === 'guest' ? null : 'none';
  return independencia.amenazas === null ? 'declared' : 'threats';
};

/** For words that sentences use, where they stand alone. */
export const capital = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1);
