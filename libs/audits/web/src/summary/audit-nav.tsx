import { isAudit } from '@cotejo/audits-contracts';
import { atom, useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { rightsAtom, treeAtom } from '../session/session-atoms.ts';
import { withPanel } from '../worksheets/stack-address.ts';
import { seesTime } from '../time/time-access.ts';
import { timePath } from '../time/time-path.ts';
import styles from './audit-nav.module.css';
import { moduleShown, withModule } from './summary-address.ts';

const findingsAtom = atom((get) => get(treeAtom).rows.reduce((sum, { findings }) => sum + findings, 0));

/** Navigation between the modules of an audit. */
export function AuditNav({ audit }: { readonly audit: string }) {
  const { t } = useTranslation('audits-web');
  const session = useAuditSession();
  const [params] = useSearchParams();
  const findings = useAtomValue(findingsAtom);
  useAtomValue(rightsAtom);
  const panel = params.get('panel');
  const plan = withModule(params, null);
  const onPlan = new URLSearchParams(plan);
  if (panel === 'hallazgos' || panel === 'historial') onPlan.delete('panel');
  const shown = moduleShown(params) ?? (panel === 'hallazgos' || panel === 'historial' ? panel : 'plan');
  const links = [
    { id: 'resumen', label: t('summary.title'), to: withModule(params, 'resumen') },
    { id: 'equipo', label: t('team.title'), to: withModule(params, 'equipo') },
    { id: 'plan', label: t('summary.plan'), to: onPlan },
    ...(isAudit(session.view.recordType)
      ? [{ id: 'hallazgos', label: t('findings.title'), to: withPanel('hallazgos')(plan), count: findings }]
      : []),
    ...(session.can('plan.history')
      ? [{ id: 'historial', label: t('panel.history'), to: withPanel('historial')(plan) }]
      : []),
  ];
  const toTime = seesTime(session) ? timePath(audit) : null;
  return (
    <nav className={styles.nav} aria-label={t('summary.modules')}>
      {links.map(({ id, label, to, ...rest }) => (
        <Link
          key={id}
          to={{ search: to.toString() }}
          className={styles.link}
          {...(id === shown ? { 'aria-current': 'page' as const } : {})}
        >
          {label}
          {rest.count !== undefined && rest.count > 0 && (
            <>
              {' '}
              <sup className="num">{rest.count}</sup>
            </>
          )}
        </Link>
      ))}
      {toTime !== null && (
        <Link to={toTime} className={styles.link}>
          {t('time.short')}
        </Link>
      )}
    </nav>
  );
}
