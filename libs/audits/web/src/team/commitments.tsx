import { userId, type UserId } from '@cotejo/access-contracts';
import { teamCalls, type AuditDetail, type CommitmentRead } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useErrorText, useFormat, useWorkspace } from '@cotejo/ui';
import { useFormValue } from '@cotejo/ui/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import styles from './team.module.css';

/** Places of the chosen person in the teams of other open audits. */
export function Commitments({ audit }: { readonly audit: AuditDetail }) {
  const chosen = userId.safeParse(useFormValue('usuario'));
  return chosen.success ? <CommitmentsOf audit={audit} person={chosen.data} /> : null;
}

interface CommitmentsOfProps {
  readonly audit: AuditDetail;
  readonly person: UserId;
}

function CommitmentsOf({ audit, person }: CommitmentsOfProps) {
  const { t } = useTranslation('audits-web');
  const { api } = useWorkspace();
  const failure = useErrorText();
  const found = useQuery({
    queryKey: ['audit-team', audit.id, 'commitments', person],
    queryFn: ({ signal }) => {
      const params = { model: 'auditoria', id: audit.id, usuario: person } as const;
      return perform(api, teamCalls.commitments, { params }, { signal });
    },
  });
  return (
    <div className={styles.commitments} role="status">
      {found.isPending && t('team.commitments_reading')}
      {found.isError && failure(found.error)}
      {found.data && <List commitments={found.data} />}
    </div>
  );
}

function List({ commitments }: { readonly commitments: readonly CommitmentRead[] }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const format = useFormat();
  if (commitments.length === 0) return t('team.commitments_none');
  const hours = commitments.reduce((sum, { horas_presupuestadas }) => sum + horas_presupuestadas, 0);
  return (
    <>
      <b>{t('team.commitments', { count: commitments.length, hours: format.hours(hours) })}</b>
      <ul>
        {commitments.map(({ auditoria, rol, horas_presupuestadas, fecha_inicio, fecha_fin }, index) => (
          <li key={auditoria?.id ?? index}>
            {auditoria === null ? t('team.other_audit') : `${auditoria.codigo} ${auditoria.nombre}`}
            {` · ${t(`audits-contracts:teamRole.${rol.nombre}`)} · `}
            <span className="num">
              {format.hours(horas_presupuestadas)}
              {fecha_inicio !== null || fecha_fin !== null
                ? ` · ${format.date(fecha_inicio) || '…'} – ${format.date(fecha_fin) || '…'}`
                : ''}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
