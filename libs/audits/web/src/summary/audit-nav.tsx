import { isAudit } from '@cotejo/audits-contracts';
import { atom, useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { rightsAtom, treeAtom } from '../session/session-atoms.ts';
import { withPanel } from '../worksheets/stack-address.ts';
import styles from './audit-nav.module.css';
import { isSummaryShown, withSummary } from './summary-address.ts';

const findingsAtom = atom((get) => get(treeAtom).rows.reduce((sum, { findings }) => sum + findings, 0));

/** The modules of an audit. */
export function AuditNav() {
  const { t } = useTranslation('audits-web');
  const session = useAuditSession();
  const [params] = useSearchParams();
  const findings = useAtomValue(findingsAtom);
  useAtomValue(rightsAtom);
  const isSummary = isSummaryShown(params);
  const panel = params.get('panel');
  const plan = withSummary(params, false);
  const onPlan = new URLSearchParams(plan);
  if (panel === 'hallazgos' || panel === 'historial') onPlan.delete('panel');
  const shown = isSummary ? 'resumen' : panel === 'hallazgos' || panel === 'historial' ? panel : 'plan';
  const links = [
    { id: 'resumen', label: t('summary.title'), to: withSummary(params, true) },
    { id: 'plan', label: t('summary.plan'), to: onPlan },
    ...(isAudit(session.view.recordType)
      ? [{ id: 'hallazgos', label: t('findings.title'), to: withPanel('hallazgos')(plan), count: findings }]
      : []),
    ...(session.can('plan.history')
      ? [{ id: 'historial', label: t('panel.history'), to: withPanel('historial')(plan) }]
      : []),
  ];
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
    </nav>
  );
}
