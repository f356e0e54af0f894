import type { AuditDetail, ItemId } from '@cotejo/audits-contracts';
import { PersonAvatar, useWorkspace } from '@cotejo/ui';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { itemPath } from '../list/plan-path.ts';
import { fieldKey, type FieldTitle } from '../presence/field-key.ts';
import { onceEach } from '../presence/once-each.ts';
import { peersAtom, treeAtom } from '../session/session-atoms.ts';
import styles from './summary.module.css';

interface WhoWorksProps {
  readonly audit: AuditDetail;
  readonly fieldTitle?: FieldTitle | undefined;
}

/** Other users in the audit and their positions, live. */
export function WhoWorks({ audit, fieldTitle }: WhoWorksProps) {
  const { t } = useTranslation('audits-web');
  const peers = useAtomValue(peersAtom);
  const { rowOf } = useAtomValue(treeAtom);
  const { me } = useWorkspace();
  // The user's own other windows are left out.
  const people = onceEach(peers).filter(({ user }) => user.id !== me.id);
  if (people.length === 0) return <p className={styles.none}>{t('summary.nobody')}</p>;
  return (
    <ul className={styles.people} aria-label={t('summary.people')}>
      {people.map(({ user, item, field }) => {
        const row = item === null ? undefined : rowOf(item as ItemId);
        const key = row && fieldKey(field, fieldTitle);
        const where = row && [row.shown.code, row.shown.name].filter(Boolean).join(' ');
        return (
          <li key={user.id}>
            <PersonAvatar person={user} size={24} decorative />
            <span className={styles.who}>
              <b>{user.name}</b>{' '}
              {row && where ? (
                <>
                  <Link to={itemPath(audit, row.shown.id)}>{where}</Link>
                  {key && <span className={styles.soft}> · {t(key)}</span>}
                </>
              ) : (
                <span className={styles.soft}>{t('summary.in_plan')}</span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
