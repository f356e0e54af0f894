import type { AuditDetail } from '@cotejo/audits-contracts';
import { displayName, type PreClosePoint } from '@cotejo/audits-domain';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useLiveView } from '../actions/use-live-view.ts';
import { itemPath } from '../list/plan-path.ts';
import { withModule } from '../summary/summary-address.ts';
import { withPanel } from '../worksheets/stack-address.ts';
import styles from './lifecycle.module.css';
import { usePreCloseCheck } from './use-pre-close-check.ts';

interface PreCloseListProps {
  readonly audit: AuditDetail;
  /** A link leads to where the work is. */
  readonly onLeave: () => void;
}

/** What stands in the way of closing, and what is pointed out; each item leads to its row. */
export function PreCloseList({ audit, onLeave }: PreCloseListProps) {
  const { t } = useTranslation('audits-web');
  const check = usePreCloseCheck(audit.id);
  return (
    <div className={styles.check}>
      {check.blocks.length > 0 ? (
        <Points title={t('lifecycle.blocks')} points={check.blocks} audit={audit} onLeave={onLeave} />
      ) : (
        check.isWhole && <p className={styles.clear}>{t('lifecycle.clear')}</p>
      )}
      {!check.isWhole && <p className={styles.hint}>{t('lifecycle.notes_loading')}</p>}
      {check.warnings.length > 0 && (
        <Points title={t('lifecycle.warnings')} points={check.warnings} audit={audit} onLeave={onLeave} />
      )}
    </div>
  );
}

interface PointsProps extends PreCloseListProps {
  readonly title: string;
  readonly points: readonly PreClosePoint[];
}

function Points({ title, points, audit, onLeave }: PointsProps) {
  const { t } = useTranslation('audits-web');
  const view = useLiveView();
  const [params] = useSearchParams();
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.rules}>
        {points.map(({ rule, count, items }) => (
          <li key={rule}>
            <span className={styles.rule}>{t(`lifecycle.rule.${rule}`, { count })}</span>
            {rule === 'open_notes' && (
              <Link to={{ search: notesSearch(params) }} onClick={onLeave}>
                {t('lifecycle.see_notes')}
              </Link>
            )}
            {rule === 'members_undeclared' && (
              <Link to={{ search: withModule(params, 'equipo').toString() }} onClick={onLeave}>
                {t('lifecycle.see_team')}
              </Link>
            )}
            {isOfConclusion(rule) && (
              <Link to={{ search: withModule(params, 'resumen').toString() }} onClick={onLeave}>
                {t('lifecycle.see_conclusion')}
              </Link>
            )}
            <ul className={styles.items}>
              {items.map((id) => {
                const node = view.get(id);
                if (!node) return null;
                return (
                  <li key={id}>
                    {node.code !== null && <span className="code">{node.code} </span>}
                    <Link to={itemPath(audit, id)} onClick={onLeave}>
                      {displayName(view, node).name}
                    </Link>
                  </li>
                );
              })}
              {rule !== 'open_notes' && items.length > 0 && count > items.length && (
                <li className={styles.hint}>{t('lifecycle.more', { count: count - items.length })}</li>
              )}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Rating, text and signature of the conclusion are in the summary. */
const isOfConclusion = (rule: PreClosePoint['rule']): boolean =>
  rule === 'conclusion_missing' || rule === 'conclusion_unsigned';

/** The plan with its panel of notes. */
const notesSearch = (params: URLSearchParams): string =>
  withPanel('notas')(withModule(params, null)).toString();
