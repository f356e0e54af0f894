import { auditCalls, type AuditId } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { livingReferences } from '@cotejo/audits-domain';
import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { ArrowUpRight, LocateFixed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { itemPath } from '../list/plan-path.ts';
import { usePlan } from '../plan/plan-context.ts';
import { treeAtom } from '../session/session-atoms.ts';
import type { TreeRow } from '../session/rows/tree-rows.ts';
import styles from './item-panel.module.css';

/** Risks that share a control: that of the original first, then those of its references. */
export function SharedIn({ row }: { readonly row: TreeRow }) {
  const { t } = useTranslation('audits-web');
  const { session, reveal } = usePlan();
  // Re-renders after every displayed change.
  useAtomValue(treeAtom);
  const { view } = session;
  const references = row.node.type === 'control' ? livingReferences(view, row.id) : [];
  if (references.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t('panel.shared', { count: references.length + 1 })}</h3>
      <ul className={styles.places}>
        {[row.id, ...references].map((place) => {
          const above = view.get(place)?.place[0] ?? null;
          const risk = above === null ? undefined : view.get(above);
          return (
            <li key={place}>
              <button type="button" className={styles.place} onClick={() => reveal(place)}>
                <LocateFixed size={14} aria-hidden />
                {risk?.code != null && <span className="code">{risk.code}</span>}
                <span>{risk?.name ?? t('plan.top')}</span>
                {place === row.id && <span className={styles.hint}>{t('panel.original')}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Target of a link: an item of another audit, with a button that opens it. */
export function LinkTarget({ row }: { readonly row: TreeRow }) {
  const { t } = useTranslation('audits-web');
  const { api } = useWorkspace();
  const { target } = row.node;
  const id = row.node.type === 'link' ? (target?.audit ?? null) : null;
  const { data: audit } = useQuery({
    queryKey: ['linked-audit', id],
    enabled: id !== null,
    queryFn: ({ signal }) => perform(api, auditCalls.detail, { params: { id: id as AuditId } }, { signal }),
  });
  if (id === null || !target) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t('panel.link')}</h3>
      <p className={styles.hint}>{t('panel.link_hint')}</p>
      <Button
        component={Link}
        to={itemPath(audit ?? id, target.item)}
        variant="default"
        size="xs"
        leftSection={<ArrowUpRight size={14} aria-hidden />}
      >
        {audit
          ? t('panel.link_open_in', { name: `${audit.codigo} · ${audit.nombre}` })
          : t('panel.link_open')}
      </Button>
    </section>
  );
}

/** Note on a control opened through a reference, with the way to its original. */
export function SeenThrough({ reference }: { readonly reference: TreeRow }) {
  const { t } = useTranslation('audits-web');
  const { reveal } = usePlan();
  return (
    <p className={styles.note}>
      {t('panel.through')}{' '}
      <Anchor component="button" type="button" underline="always" onClick={() => reveal(reference.shown.id)}>
        {t('panel.go_original')}
      </Anchor>
    </p>
  );
}
