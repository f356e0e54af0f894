import { recordTypeOf, auditStatusOf, type AuditDetail } from '@cotejo/audits-contracts';
import { riskFiguresByItem } from '@cotejo/audits-domain';
import { ApiError } from '@cotejo/http/client';
import { endOfDay } from '@cotejo/i18n';
import {
  EmptyState,
  ErrorState,
  PageHeader,
  ProgressBar,
  SidePanel,
  StatusDot,
  TreeSkeleton,
  TreeView,
  useAddressQuery,
  useErrorText,
  useTimeZone,
  type TreeRow as ViewRow,
  type TreeViewHandle,
} from '@cotejo/ui';
import { Badge, Button } from '@mantine/core';
import { FolderTree } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AUDIT_STATUS_TONE } from '../audit-status.ts';
import { ChangeLogPanel } from '../history/change-log-panel.tsx';
import { recordPath } from '../list/plan-path.ts';
import grid from '../plan/grid/plan-grid.module.css';
import { PlanIconSheet } from '../plan/grid/plan-icons.tsx';
import plan from '../plan/plan.module.css';
import type { WorksheetContents } from '../worksheets/worksheet-contents.ts';
import { Differences } from './differences.tsx';
import { PastBar } from './past-bar.tsx';
import { PastPlanRow } from './past-row.tsx';
import { PastView } from './past-view.ts';
import { PastWorksheet } from './past-worksheet.tsx';
import { marksOf, PastRows, type PastRow } from './past-rows.ts';
import { comparedVersions, writePoint, type PlanPoint } from './plan-point.ts';
import { travelKey } from './travel-key.ts';
import { useDraggedVersion } from './use-dragged-version.ts';
import {
  useChangeAt,
  useDifferences,
  useFetchAhead,
  useHead,
  usePastPlan,
  useVersionAt,
} from './use-past-plan.ts';
import styles from './past-plan.module.css';

interface PastPlanProps {
  readonly audit: AuditDetail;
  readonly point: PlanPoint;
  /** Worksheet parts provided by other contexts. */
  readonly contents: WorksheetContents;
}

/** An audit's plan at a past version: read-only, with comparison and navigation between versions. */
export function PastPlan({ audit, point, contents }: PastPlanProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const [params, setParams] = useAddressQuery();
  const dragged = useDraggedVersion(audit.id, point.version);
  const { version } = dragged;
  const past = usePastPlan(audit.id, version);
  const head = useHead(audit.id, Math.max(past.data?.head ?? 0, audit.version));
  const change = useChangeAt(audit.id, version);
  const versions = comparedVersions({ ...point, version }, head);
  const differences = useDifferences(audit.id, versions);
  const versionAt = useVersionAt(audit.id);
  const zone = useTimeZone();
  const next = version + useDirection(version);
  const isNextThere = !dragged.isDragged && past.data?.version === version && next >= 0 && next <= head;
  useFetchAhead(audit.id, isNextThere ? next : null);
  const words = useErrorText();
  const tree = useRef<TreeViewHandle>(null);
  const [side, setSide] = useState<'differences' | null>(null);
  const isHistoryOpen = params.get('panel') === 'historial';

  /** Point of the latest gesture: the next one builds on it, although the page may not have rendered it yet. */
  const latest = useRef(point);
  useEffect(() => {
    latest.current = { version: point.version, against: point.against };
  }, [point.version, point.against]);
  const go = useCallback(
    (next: PlanPoint | null) => {
      latest.current = next ?? latest.current;
      // Steps replace each other in the browser's history: its back button leaves the past.
      setParams((now) => writePoint(now, next), { replace: next !== null });
    },
    [setParams],
  );
  const travel = useCallback(
    (to: number) => go({ ...latest.current, version: Math.min(Math.max(to, 0), head) }),
    [go, head],
  );
  const slide = {
    onDrag: dragged.drag,
    onTravel: (to: number) => {
      dragged.release(to);
      travel(to);
    },
  };
  const step = useCallback((by: number) => travel(latest.current.version + by), [travel]);
  /** Sets the side panel: history, a past worksheet, or none. */
  const showBeside = useCallback(
    (name: 'panel' | 'hoja-id', value: string | null) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          for (const other of ['panel', 'hoja-id', 'hojas', 'pestana']) next.delete(other);
          if (value !== null) next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  const showHistory = (isOpen: boolean) => showBeside('panel', isOpen ? 'historial' : null);
  const open = (row: PastRow, toggle: () => void) =>
    row.view.item_tipo.startsWith('GR_') ? toggle() : showBeside('hoja-id', row.id);
  const goToDay = (day: string) => versionAt.mutate(lastMomentOf(day, zone), { onSuccess: travel });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const by = travelKey(event);
      if (by === null) return;
      event.preventDefault();
      if (by === 'now') go(null);
      else step(by);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [go, step]);

  const [memory] = useState(() => new PastRows());
  // Differences of another pair of versions, still loading, are ignored.
  const own =
    differences.data?.from === versions?.from && differences.data?.to === versions?.to
      ? differences.data
      : undefined;
  const isLater = versions?.from === version;
  const items = past.data?.items;
  const isCurrent = past.data?.version === version;
  const then = useMemo(() => {
    const view = new PastView(items ?? [], recordTypeOf(audit.record_type));
    return { view, figures: riskFiguresByItem(view) };
  }, [items, audit.record_type]);
  const rows = useMemo(() => {
    const marks = own && isCurrent ? marksOf(own.changes, isLater) : new Map();
    return memory.read(items ?? [], marks, then.figures);
  }, [memory, items, then, own, isLater, isCurrent]);
  const sheetId = params.get('hoja-id');
  const sheet = sheetId === null ? undefined : past.data?.byId.get(sheetId);
  const shown = useMemo(() => idsOf(rows), [rows]);

  // Scrolls the first changed row into view without moving the focus; during a drag it would jump at each step.
  const { isDragged } = dragged;
  const goal = useMemo(
    () => (own && isCurrent && !isDragged ? { item: own.changes.find(({ id }) => shown.has(id))?.id } : {}),
    [own, isCurrent, isDragged, shown],
  );
  useEffect(() => {
    const { item } = goal;
    if (item === undefined) return undefined;
    const frame = requestAnimationFrame(() => tree.current?.show(item));
    return () => cancelAnimationFrame(frame);
  }, [goal]);

  const renderRow = useCallback((row: ViewRow<PastRow>) => <PastPlanRow row={row} />, []);

  if (past.isError && past.data === undefined)
    return <Unreachable error={past.error} onNow={() => go(null)} />;
  const shownDifferences = (
    <Differences
      differences={differences}
      isShown={(id) => shown.has(id)}
      onReveal={(id) => {
        setSide(null);
        tree.current?.reveal(id);
      }}
      isAlone={versions === null}
    />
  );
  const status = auditStatusOf(past.data?.auditoria.status ?? audit.status);
  return (
    <div className={plan.page}>
      <PageHeader
        title={past.data?.auditoria.nombre ?? audit.nombre}
        breadcrumb={[
          { label: t('list.title'), to: '/' },
          { label: audit.codigo, to: recordPath(audit) },
          { label: t('past.version', { version: version + 1 }) },
        ]}
        meta={
          <>
            <StatusDot
              tone={AUDIT_STATUS_TONE[status]}
              label={t(`audits-contracts:auditStatus.${status}`)}
              strong
            />
            <ProgressBar percent={past.data?.auditoria.progreso ?? null} label={t('plan.progress_hint')} />
            {past.data && <span>{t('past.items', { count: past.data.auditoria.items })}</span>}
            <Badge variant="light" size="sm">
              {t('plan.read_only')}
            </Badge>
          </>
        }
      />
      <PastBar
        audit={audit.id}
        point={{ ...point, version }}
        head={head}
        change={change.isPlaceholderData ? null : (change.data ?? null)}
        differences={own ? own.changes.length : null}
        {...slide}
        onStep={step}
        onDay={goToDay}
        onCompare={(against) => go({ ...latest.current, against })}
        onNow={() => go(null)}
        onDifferences={() => setSide('differences')}
        onHistory={() => showHistory(true)}
      />
      {past.isError && <ErrorState text={words(past.error)} onRetry={() => void past.refetch()} />}
      <div className={`${plan.screen} ${styles.screen}`}>
        <div className={`${grid.grid} ${styles.grid}`} aria-busy={!isCurrent}>
          <PlanIconSheet />
          {past.data === undefined && <TreeSkeleton />}
          {past.data !== undefined && rows.length === 0 && (
            <EmptyState icon={FolderTree} title={t('past.empty')} />
          )}
          {rows.length > 0 && (
            <TreeView<PastRow>
              handle={tree}
              items={rows}
              label={t('past.tree')}
              renderRow={renderRow}
              onClick={open}
              onOpen={(row) => showBeside('hoja-id', row.id)}
            />
          )}
        </div>
        <aside
          className={styles.aside}
          data-covered={isHistoryOpen || undefined}
          aria-label={t('past.differences')}
        >
          <h2>{t('past.differences')}</h2>
          {shownDifferences}
        </aside>
        <SidePanel
          opened={side === 'differences' && !isHistoryOpen}
          title={t('past.differences')}
          onClose={() => setSide(null)}
        >
          {shownDifferences}
        </SidePanel>
        {sheet && !isHistoryOpen && (
          <PastWorksheet
            key={sheet.id}
            audit={audit}
            item={sheet}
            view={then.view}
            figures={then.figures}
            change={isCurrent ? own?.changes.find(({ id }) => id === sheet.id) : undefined}
            version={past.data?.version ?? version}
            other={versions && isCurrent ? (isLater ? versions.to : versions.from) : null}
            contents={contents}
            isLater={isLater}
            isAgainstNow={point.against === 'now'}
            onClose={() => showBeside('hoja-id', null)}
          />
        )}
        {isHistoryOpen && (
          <ChangeLogPanel
            audit={audit.id}
            current={{ version, head, ...slide }}
            people={audit.equipo.map(({ usuario }) => ({
              id: usuario.id,
              name: usuario.name,
              initials: usuario.sigla,
            }))}
            onClose={() => showHistory(false)}
            onReveal={(item) => tree.current?.reveal(item)}
          />
        )}
      </div>
    </div>
  );
}

/** The version does not exist or is not accessible; offers the way back to the present plan. */
function Unreachable({ error, onNow }: { readonly error: unknown; readonly onNow: () => void }) {
  const { t } = useTranslation('audits-web');
  const words = useErrorText();
  const isMissing = error instanceof ApiError && error.code === 'version_not_reached';
  return (
    <ErrorState
      wholePage
      title={isMissing ? t('past.missing') : words(error)}
      action={<Button onClick={onNow}>{t('past.back')}</Button>}
    />
  );
}

/** Direction for prefetching: that of the last step, backwards at first. */
function useDirection(version: number): -1 | 1 {
  const [from, setFrom] = useState({ version, direction: -1 as -1 | 1 });
  if (from.version !== version) setFrom({ version, direction: version > from.version ? 1 : -1 });
  return from.direction;
}

/** Last millisecond of a day, ISO 8601. */
const lastMomentOf = (day: string, zone: string): string =>
  new Date(Date.parse(endOfDay(day, zone)) - 1).toISOString();

function idsOf(rows: readonly PastRow[], into = new Set<string>()): ReadonlySet<string> {
  for (const row of rows) {
    into.add(row.id);
    if (row.children) idsOf(row.children, into);
  }
  return into;
}
