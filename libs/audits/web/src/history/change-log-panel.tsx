import type { ChangeRow, ItemId } from '@cotejo/audits-contracts';
import {
  EmptyState,
  ErrorState,
  SidePanel,
  TableSkeleton,
  useAddressQuery,
  type AvatarPerson,
} from '@cotejo/ui';
import { Button } from '@mantine/core';
import { History, X } from 'lucide-react';
import { useEffect, useMemo, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { writePoint } from '../past/plan-point.ts';
import { NO_LOG_FILTER, type LogScope } from './change-filter.ts';
import { ChangeList } from './change-list.tsx';
import styles from './change-log-panel.module.css';
import { ExportLog } from './export-log.tsx';
import { LogFilters } from './log-filters.tsx';
import { LogProofNote } from './log-proof-note.tsx';
import type { LogProof } from './log-proof.ts';
import { TimeSlider, type Slide } from './time-slider.tsx';
import { useChangeLog } from './use-change-log.ts';
import { useSettled } from './use-settled.ts';

interface ChangeLogPanelProps {
  readonly audit: string;
  readonly onClose: () => void;
  /** Scrolls to the item of a change. */
  readonly onReveal: (item: string) => void;
  /** Users offered in the filter. */
  readonly people: readonly AvatarPerson[];
  /** A past version that the page shows, and the way to others. */
  readonly current?: PastVersion;
  /** Restricts the log to this item. */
  readonly item?: ItemOfLog | undefined;
  /** Whether an item is a descendant of another; absent where the tree is not loaded. */
  readonly isUnder?: (item: string, above: ItemId) => boolean;
  /** Button that reverts a change; absent where the plan is read-only. */
  readonly Restore?: ComponentType<{ readonly row: ChangeRow; readonly words: string }>;
  /** More about a change than its sentence. */
  readonly Detail?: ComponentType<{ readonly row: ChangeRow }>;
}

interface PastPoint {
  readonly version: number;
  readonly head: number;
}

type PastVersion = Slide & PastPoint;

/** Milliseconds that a drag stays at a version before the list goes there. */
const FOLLOW_MS = 120;

interface ItemOfLog {
  readonly id: ItemId;
  readonly name: string;
  /** Shows the whole log again. */
  readonly onClear: () => void;
}

/** Change log, newest first; new changes appear at the top as they happen. */
export function ChangeLogPanel(props: ChangeLogPanelProps) {
  const { t } = useTranslation('audits-web');
  const { audit, current, item, isUnder, people } = props;
  const [filter, setFilter] = useState(NO_LOG_FILTER);
  const [withBranch, setWithBranch] = useState(false);
  const [proof, setProof] = useState<LogProof | null>(null);
  const id = item?.id;
  const scope = useMemo((): LogScope | null => (id ? { item: id, withBranch } : null), [id, withBranch]);
  const isWhole = scope === null && filter === NO_LOG_FILTER;
  const [dragged, setDragged] = useState<PastPoint | null>(null);
  const settled = useSettled(dragged, FOLLOW_MS);
  // The list follows a drag that begins at the present, before the page itself goes to the past.
  const shown = current ?? (dragged && settled);
  const around = isWhole ? shown : null;
  const log = useChangeLog({ audit, filter, scope, isUnder, around });
  return (
    <SidePanel opened title={t('history.title')} onClose={props.onClose}>
      {item && (
        <p className={styles.only}>
          <span>{t('history.only', { name: item.name })}</span>
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<X size={13} aria-hidden />}
            onClick={item.onClear}
          >
            {t('history.whole')}
          </Button>
        </p>
      )}
      {current === undefined ? (
        <TravelFromNow
          audit={audit}
          head={isWhole ? (dragged?.head ?? log.rows[0]?.version ?? null) : null}
          onDrag={setDragged}
        />
      ) : (
        <TravelInPast audit={audit} {...current} />
      )}
      <LogFilters
        filter={filter}
        onChange={setFilter}
        people={people}
        branch={item && { isOn: withBranch, onChange: setWithBranch }}
        end={<ExportLog audit={audit} filter={filter} scope={scope} onProof={setProof} />}
      />
      {proof && <LogProofNote proof={proof} />}
      {log.isPending && <TableSkeleton />}
      {log.isError && <ErrorState text={log.error.message} onRetry={() => void log.refetch()} />}
      {log.isSuccess && log.rows.length === 0 && (
        <EmptyState title={t(isWhole ? 'history.empty' : 'history.no_match')} />
      )}
      {log.hasPreviousPage && (
        <Button
          variant="default"
          fullWidth
          loading={log.isFetchingPreviousPage}
          onClick={() => void log.fetchPreviousPage()}
        >
          {t('history.newer')}
        </Button>
      )}
      <ChangeList
        rows={log.rows}
        label={t('history.title')}
        freshFrom={log.freshFrom}
        current={shown?.version}
        panel="historial"
        onReveal={item && !withBranch ? undefined : props.onReveal}
        Detail={props.Detail}
        Restore={props.Restore}
      />
      {log.hasNextPage && (
        <Button
          variant="default"
          fullWidth
          loading={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {t('history.older')}
        </Button>
      )}
    </SidePanel>
  );
}

/** Whether the page was entered by a slider in its panel: the one of the new page then takes the focus. */
let isEntered = false;

interface TravelFromNowProps {
  readonly audit: string;
  readonly head: number | null;
  /** Told each version that a drag passes; null at its end, if that is the present. */
  readonly onDrag: (point: PastPoint | null) => void;
}

/** Slider that opens a past version of the plan. */
function TravelFromNow({ audit, head, onDrag }: TravelFromNowProps) {
  const [, setParams] = useAddressQuery();
  if (head === null || head < 1) return null;
  const travel = (version: number): void => {
    if (version === head) return onDrag(null);
    isEntered = true;
    setParams((now) => writePoint(now, { version, against: 'now' }));
  };
  return (
    <Travel
      {...{ audit, head }}
      version={head}
      onDrag={(version) => onDrag({ version, head })}
      onTravel={travel}
    />
  );
}

function TravelInPast(props: TravelProps) {
  const [takesFocus] = useState(() => isEntered);
  useEffect(() => {
    isEntered = false;
  }, []);
  return <Travel {...props} takesFocus={takesFocus} />;
}

interface TravelProps extends Slide, PastPoint {
  readonly audit: string;
  readonly takesFocus?: boolean;
}

function Travel(props: TravelProps) {
  const { t } = useTranslation('audits-web');
  return (
    <div className={styles.travel}>
      <span className={styles.travelTitle}>
        <History size={14} aria-hidden />
        {t('history.travel')}
      </span>
      <TimeSlider {...props} labelAt="above" />
    </div>
  );
}
