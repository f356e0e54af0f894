import { isAudit, isGroup, statusWord, type ItemId } from '@cotejo/audits-contracts';
import { AvatarStack, ErrorBoundary, ErrorState, Shortcut, SidePanel, StatusDot } from '@cotejo/ui';
import { ActionIcon, Skeleton, Tabs, Tooltip } from '@mantine/core';
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { ChevronDown, ChevronUp, Ellipsis, Pencil } from 'lucide-react';
import { memo, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ITEM_STATUS_TONE } from '../audit-status.ts';
import { usePlan } from '../plan/plan-context.ts';
import { followedAtom } from '../presence/follow-peer.ts';
import { useTreeRow } from '../session/audit-session-provider.tsx';
import { rightsAtom } from '../session/session-atoms.ts';
import type { TreeRow } from '../session/rows/tree-rows.ts';
import { GonePanel } from './gone-panel.tsx';
import { InformationTab } from './information-tab.tsx';
import { openableRowsAtom, rowBeside } from './openable-rows.ts';
import type { LoadFailure, Worksheet } from './panel-stack.ts';
import { useStep } from './use-step.ts';
import { INFORMATION, tabsOf, type WorksheetTab } from './worksheet-contents.ts';
import { useDetailed, usePresenceOn, WorksheetContext } from './worksheet-presence.tsx';
import styles from './worksheet.module.css';

interface WorksheetPanelProps {
  readonly sheet: Worksheet<TreeRow>;
  readonly onClose: (id: Worksheet<TreeRow>['id']) => void;
}

/** A worksheet: a skeleton while loading, the item's data, or the reason for a failed load. */
export const WorksheetPanel = memo(function WorksheetPanel({ sheet, onClose }: WorksheetPanelProps) {
  const { t } = useTranslation('audits-web');
  const { worksheets } = usePlan();
  const close = () => onClose(sheet.id);
  if (sheet.load.state === 'failed')
    return (
      <FailedPanel
        id={sheet.data?.shown.id ?? sheet.id}
        why={sheet.load.why}
        onRetry={() => worksheets.retry(sheet.id)}
        onClose={close}
      />
    );
  if (sheet.data === null)
    return (
      <SidePanel opened isBusy title={t('worksheet.loading')} onClose={close}>
        <div className={styles.skeleton} aria-hidden>
          {[40, 100, 100, 60, 100, 80].map((width, at) => (
            // Always the same lines, in the same order.
            // oxlint-disable-next-line react/no-array-index-key
            <Skeleton key={at} height={at === 2 || at === 4 ? 64 : 14} width={`${width}%`} radius={4} />
          ))}
        </div>
      </SidePanel>
    );
  return <LoadedPanel sheet={sheet} row={sheet.data} onClose={close} />;
});

interface FailedPanelProps {
  readonly id: ItemId;
  readonly why: LoadFailure;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

function FailedPanel({ id, why, onRetry, onClose }: FailedPanelProps) {
  const { t } = useTranslation('audits-web');
  if (why === 'gone') return <GonePanel id={id} onClose={onClose} />;
  return (
    <SidePanel opened title={t('worksheet.failed.title')} onClose={onClose}>
      <ErrorState title={t('worksheet.failed.told')} text={t('worksheet.failed.text')} onRetry={onRetry} />
    </SidePanel>
  );
}

interface LoadedPanelProps {
  readonly sheet: Worksheet<TreeRow>;
  readonly row: TreeRow;
  readonly onClose: () => void;
}

/** Loaded worksheet; a reference shows its original. */
function LoadedPanel({ sheet, row: opened, onClose }: LoadedPanelProps) {
  const original = useTreeRow(opened.shown.id) ?? opened;
  const { audit } = usePlan();
  const itemId = original.id;
  const place = useMemo(() => ({ auditId: audit.id, itemId }), [audit.id, itemId]);
  return (
    <WorksheetContext value={place}>
      <PanelOf
        sheet={sheet}
        row={original}
        through={original.id === opened.id ? null : opened}
        onClose={onClose}
      />
    </WorksheetContext>
  );
}

interface PanelOfProps extends LoadedPanelProps {
  readonly through: TreeRow | null;
}

function PanelOf({ sheet, row, through, onClose }: PanelOfProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { audit, session, contents, person, rename, actions, worksheets } = usePlan();
  useAtomValue(rightsAtom);
  const detailed = useDetailed();
  const peers = usePresenceOn(row.id);
  const follow = useSetAtom(followedAtom);
  const { node } = row;
  const lastBy = person(node.changedBy);
  const mayRename = session.judge({ kind: 'rename_item', id: row.id, name: node.name }) === null;
  const tabs = tabsOf(contents, row, audit);
  const active = tabs.some(({ id }) => id === sheet.tab) ? sheet.tab : INFORMATION;
  const hasStatus = isAudit(session.view.recordType) && !isGroup(node.type) && node.status !== null;
  const part = { auditId: audit.id, itemId: row.id };

  const panel = (
    <SidePanel
      opened
      subject={row.id}
      title={node.name}
      onClose={onClose}
      overline={
        <>
          {node.code !== null && <span className="code">{node.code}</span>}
          <span className={styles.type}>{t(`audits-contracts:itemType.${node.type}`)}</span>
          {hasStatus && node.status !== null && (
            <StatusDot
              tone={ITEM_STATUS_TONE[node.status]}
              label={t(`audits-contracts:status.${statusWord(node.status, node.type)}`)}
            />
          )}
        </>
      }
      actions={
        <>
          <AvatarStack
            label={t('plan.present')}
            size={22}
            people={detailed(peers)}
            onOpen={({ id }) => follow(peers.find(({ user }) => user.id === id) ?? null)}
          />
          <StepButtons id={sheet.id} />
          {mayRename && (
            <ActionIcon
              variant="default"
              size={32}
              aria-label={t('plan.rename')}
              title={t('plan.rename')}
              onClick={() => rename(row.id)}
            >
              <Pencil size={15} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon
            variant="default"
            size={32}
            aria-label={t('plan.actions_of', { name: node.name })}
            title={t('plan.actions_of', { name: node.name })}
            onClick={(event) => actions.openMenu((through ?? row).id, event.currentTarget)}
          >
            <Ellipsis size={15} aria-hidden />
          </ActionIcon>
        </>
      }
      {...(tabs.length > 0 ? { tabs: <TabList row={row} tabs={tabs} active={active} /> } : {})}
      footer={
        <>
          {contents.Foot && <contents.Foot {...part} />}
          <span className={`num ${styles.version}`}>
            {t('panel.version', { version: node.version + 1, name: lastBy?.name ?? '' })}
          </span>
        </>
      }
    >
      {tabs.length === 0 ? (
        <InformationTab row={row} through={through} />
      ) : (
        <>
          <Tabs.Panel value={INFORMATION}>
            <InformationTab row={row} through={through} />
          </Tabs.Panel>
          {tabs.map(({ id, Body }) => (
            <Tabs.Panel key={id} value={id}>
              <ErrorBoundary>
                <Body {...part} />
              </ErrorBoundary>
            </Tabs.Panel>
          ))}
        </>
      )}
    </SidePanel>
  );
  if (tabs.length === 0) return panel;
  return (
    <Tabs
      className={styles.root}
      classNames={{ panel: styles.part }}
      value={active}
      onChange={(tab) => tab !== null && worksheets.chooseTab(sheet.id, tab)}
    >
      {panel}
    </Tabs>
  );
}

interface StepButtonsProps {
  /** Id of the worksheet's row. */
  readonly id: ItemId;
}

/** Buttons to the worksheets of the rows above and below; disabled where there is none. */
function StepButtons({ id }: StepButtonsProps) {
  const { t } = useTranslation('audits-web');
  const step = useStep(usePlan());
  const rows = useAtomValue(
    useMemo(
      () =>
        atom((get) => {
          const all = get(openableRowsAtom);
          const isNone = (by: 1 | -1) => rowBeside(all, id, by) === null;
          return `${isNone(-1) ? '' : 'above'} ${isNone(1) ? '' : 'below'}`;
        }),
      [id],
    ),
  );
  return (
    <ActionIcon.Group>
      {(['above', 'below'] as const).map((where) => {
        const Icon = where === 'above' ? ChevronUp : ChevronDown;
        const isThere = rows.includes(where);
        return (
          <Tooltip
            key={where}
            label={
              <>
                {t(`worksheet.step.${where}`)} <Shortcut keys={where === 'above' ? 'alt+up' : 'alt+down'} />
              </>
            }
          >
            <ActionIcon
              variant="default"
              size={32}
              aria-label={t(`worksheet.step.${where}`)}
              // Stays focusable: the button that was just used must not lose the focus at the plan's end.
              aria-disabled={!isThere}
              data-disabled={!isThere || undefined}
              onClick={() => step(where === 'above' ? -1 : 1)}
            >
              <Icon size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        );
      })}
    </ActionIcon.Group>
  );
}

/** Pixels of the neighbouring tab that stay visible beside the selected one. */
const BESIDE_TAB = 40;

interface TabListProps {
  readonly row: TreeRow;
  readonly tabs: readonly WorksheetTab[];
  readonly active: string | null;
}

/** Tab list with arrow-key navigation; the selected tab is scrolled into view. */
function TabList({ row, tabs, active }: TabListProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { audit, contents } = usePlan();
  const part = { auditId: audit.id, itemId: row.id };
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]');
    if (!list.current || !tab || active === null) return;
    const over = tab.offsetLeft + tab.offsetWidth + BESIDE_TAB - list.current.clientWidth;
    const before = tab.offsetLeft - BESIDE_TAB;
    if (list.current.scrollLeft < over) list.current.scrollLeft = over;
    else if (list.current.scrollLeft > before) list.current.scrollLeft = before;
  }, [active]);
  return (
    <Tabs.List ref={list} className={styles.tabs} aria-label={t('worksheet.tabs')}>
      <Tabs.Tab value={INFORMATION}>
        {t(contents.byType[row.node.type]?.informationKey ?? 'audits-web:worksheet.information')}
      </Tabs.Tab>
      {tabs.map(({ id, titleKey, Count }) => (
        <Tabs.Tab key={id} value={id} {...(Count ? { rightSection: <Count {...part} /> } : {})}>
          {t(titleKey)}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}
