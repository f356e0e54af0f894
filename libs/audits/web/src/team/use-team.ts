import {
  AUDIT_TEAM_TOPIC,
  auditTeamRow,
  teamCalls,
  type AuditDetail,
  type TeamMemberRead,
} from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';

/** The team of an audit as it is now. */
export interface TeamNow {
  /** Current and former members. */
  readonly members: readonly TeamMemberRead[];
  /** Charged hours of the audit, which do not follow from the members: their hours are hidden from most readers. */
  readonly charged: number | null;
}

/** Kept current by the feed; undefined until it is read. */
export function useTeam(audit: string): TeamNow | undefined {
  const { api, live } = useWorkspace();
  const queries = useQueryClient();
  const { data, isSuccess } = useQuery({
    queryKey: ['audit-team', audit],
    queryFn: async ({ signal }): Promise<TeamNow> => ({
      members: await perform(api, teamCalls.list, { params: { model: 'auditoria', id: audit } }, { signal }),
      charged: null,
    }),
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
        if (newest === undefined) return;
        const { equipo: members, horas_cargadas: charged } = auditTeamRow.parse(newest);
        queries.setQueryData<TeamNow>(queryKey, { members, charged });
      },
      onReset: () => void queries.invalidateQueries({ queryKey }),
    });
  }, [live, audit, isSuccess, queries]);
  return data;
}

/** Members as the page around follows them (`useTeam`); empty on a page that does not. */
export function useFollowedMembers(audit: string): readonly TeamMemberRead[] {
  const { data } = useQuery<TeamNow>({ queryKey: ['audit-team', audit], queryFn: skipToken });
  return data?.members ?? NOBODY;
}

const NOBODY: readonly TeamMemberRead[] = [];

/** An audit with its leader, active members and charged hours as they are now. */
export function useWithTeam(audit: AuditDetail, team: TeamNow | undefined): AuditDetail {
  return useMemo(() => {
    if (team === undefined) return audit;
    const { members, charged } = team;
    const active = members.filter(({ esta_activo }) => esta_activo);
    return {
      ...audit,
      lider: members.find(({ lidera }) => lidera)?.usuario ?? audit.lider,
      horas_cargadas: charged ?? audit.horas_cargadas,
      equipo: active.map(({ usuario, rol }) => ({ usuario, rol: rol.nombre })),
    };
  }, [audit, team]);
}
