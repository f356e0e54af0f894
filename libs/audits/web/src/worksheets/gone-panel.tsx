import type { ItemId } from '@cotejo/audits-contracts';
import { ancestors, displayName } from '@cotejo/audits-domain';
import { SidePanel, useFormat } from '@cotejo/ui';
import { Button, Text } from '@mantine/core';
import { ArchiveRestore } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveView } from '../actions/use-live-view.ts';
import { usePlan } from '../plan/plan-context.ts';
import { WorksheetContext } from './worksheet-presence.tsx';

interface GonePanelProps {
  readonly id: ItemId;
  readonly onClose: () => void;
}

/** A worksheet whose item was deleted: who deleted it and when, and the way back for those who may. */
export function GonePanel({ id, onClose }: GonePanelProps) {
  const { t } = useTranslation('audits-web');
  const { audit, contents, session, tell, announce } = usePlan();
  const view = useLiveView();
  const place = useMemo(() => ({ auditId: audit.id, itemId: id }), [audit.id, id]);
  const node = view.get(id);
  // Deleted itself, or with what contained it.
  const root = node && [node, ...ancestors(view, id)].find(({ deleted }) => deleted !== null);
  const intent = root && ({ kind: 'restore_item', id: root.id, withAncestors: true } as const);
  const mayRestore = intent !== undefined && session.mode === 'edit' && session.judge(intent) === null;
  const restore = () => {
    if (root && tell(session.restoreItems([root.id], true)))
      announce(t('panel.gone.restored', { name: displayName(view, root).name }));
  };
  return (
    <SidePanel opened title={t('panel.gone.title')} onClose={onClose}>
      {node && root ? (
        <>
          <Text size="sm" role="status">
            <WhoAndWhen id={id} root={root.id} />
          </Text>
          {mayRestore && (
            <Button
              mt="sm"
              size="sm"
              leftSection={<ArchiveRestore size={15} aria-hidden />}
              onClick={restore}
            >
              {t('panel.gone.restore')}
            </Button>
          )}
        </>
      ) : (
        <Text size="sm">{t('panel.gone.text')}</Text>
      )}
      {contents.Gone && (
        <WorksheetContext value={place}>
          <contents.Gone {...place} />
        </WorksheetContext>
      )}
    </SidePanel>
  );
}

/** «Andrés Murcia eliminó Compras, el 20/11/2026 09:00»; with what contained it, if that was deleted. */
function WhoAndWhen({ id, root }: { readonly id: ItemId; readonly root: ItemId }) {
  const { t } = useTranslation('audits-web');
  const { person } = usePlan();
  const format = useFormat();
  const view = useLiveView();
  const [node, deleted] = [view.get(id), view.get(root)];
  if (!node || !deleted) return null;
  const called = (one: typeof node) => {
    const { code, name } = displayName(view, one);
    return [code, name].filter(Boolean).join(' ');
  };
  const told = {
    by: person(deleted.changedBy)?.name ?? t('plan.somebody'),
    name: called(node),
    above: called(deleted),
    when: deleted.deletedAt === undefined ? '' : format.dateTime(deleted.deletedAt),
  };
  return t(id === root ? 'panel.gone.deleted' : 'panel.gone.deleted_with', told);
}
