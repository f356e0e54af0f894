import {
  AUDIT_TEAM_TOPIC,
  auditTeamRow,
  teamCalls,
  type AuditDetail,
  type TeamMemberRead,
} from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';

/** The team of an audit with everybody who ever was in it, kept current by the feed; undefined until it is read. */
export function useTeam(audit: string): readonly TeamMemberRead[] | undefined {
  const { api, live } = useWorkspace();
  const queries = useQueryClient();
  const { data, isSuccess } = useQuery({
    queryKey: ['audit-team', audit],
    queryFn: ({ signal }) =>
      perform(api, teamCalls.list, { params: { model: 'auditoria', id: audit } }, { signal }),
    // What comes later comes by the feed.
    staleTime: Infinity,
    gcTime: 0,
  });
  useEffect(() => {
    if (!isSuccess) return undefined;
    const queryKey = ['audit-team', audit];
    return live.follow(AUDIT_TEAM_TOPIC, audit, -1, {
      onFrame: ({ rows }) => {
        const newest = rows.at(-1);
        if (newest !== undefined) queries.setQueryData(queryKey, auditTeamRow.parse(newest).equipo);
      },
      onReset: () => void queries.invalidateQueries({ queryKey }),
    });
  }, [live, audit, isSuccess, queries]);
  return data;
}

/** An audit with its leader, active members and charged hours as they are now. */
export function useWithTeam(audit: AuditDetail, team: readonly TeamMemberRead[] | undefined): AuditDetail {
  return useMemo(() => {
    if (team === undefined) return audit;
    const active = team.filter(({ esta_activo }) => esta_activo);
    return {
      ...audit,
      lider: team.find(({ lidera }) => lidera)?.usuario ?? audit.lider,
      horas_cargadas: team.reduce((sum, { horas_cargadas }) => sum + horas_cargadas, 0),
      equipo: active.map(({ usuario, rol }) => ({ usuario, rol: rol.nombre })),
    };
  }, [audit, team]);
}
