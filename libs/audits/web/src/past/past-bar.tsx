import type { ChangeRow } from '@cotejo/audits-contracts';
import { DateField, PersonAvatar, useFormat, useIsPhone } from '@cotejo/ui';
import { ActionIcon, Button, Select, Tooltip } from '@mantine/core';
import { ArrowRightToLine, ChevronLeft, ChevronRight, GitCompareArrows, History, Pin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TimeSlider } from '../history/time-slider.tsx';
import { useActorName } from '../history/use-actor-name.ts';
import { useChangeWords } from '../history/use-change-words.ts';
import type { PlanPoint } from './plan-point.ts';
import styles from './past-plan.module.css';

interface PastBarProps {
  readonly audit: string;
  readonly point: PlanPoint;
  readonly head: number;
  readonly change: ChangeRow | null;
  readonly differences: number | null;
  /** Called with each version that the slider passes. */
  readonly onDrag: (version: number) => void;
  readonly onTravel: (version: number) => void;
  /** Moves by this number of versions, forwards or backwards. */
  readonly onStep: (by: number) => void;
  readonly onDay: (day: string) => void;
  readonly onCompare: (against: PlanPoint['against']) => void;
  readonly onNow: () => void;
  readonly onDifferences: () => void;
  readonly onHistory: () => void;
}

/** The shown version with its author, navigation to other versions, and the way back to the present plan. */
export function PastBar(props: PastBarProps) {
  const { t } = useTranslation('audits-web');
  const { audit, point, head, onDrag, onTravel, onStep } = props;
  const isPhone = useIsPhone();
  return (
    <section className={styles.bar} aria-label={t('past.title')}>
      <div className={styles.told}>
        <History size={18} className={styles.sign} aria-hidden />
        <ShownVersion {...props} />
        <Button
          className={styles.now}
          leftSection={<ArrowRightToLine size={15} aria-hidden />}
          onClick={props.onNow}
        >
          {t('past.back')}
        </Button>
      </div>
      <div className={styles.travel}>
        <Tooltip label={t('past.previous_hint')}>
          <Button
            className={styles.step}
            variant="default"
            leftSection={<ChevronLeft size={15} aria-hidden />}
            disabled={point.version === 0}
            onClick={() => onStep(-1)}
            aria-label={t('past.previous')}
          >
            <span className={styles.stepWord}>{t('past.previous_short')}</span>
          </Button>
        </Tooltip>
        <Tooltip label={t('past.next_hint')}>
          <Button
            className={styles.step}
            variant="default"
            rightSection={<ChevronRight size={15} aria-hidden />}
            disabled={point.version >= head}
            onClick={() => onStep(1)}
            aria-label={t('past.next')}
          >
            <span className={styles.stepWord}>{t('past.next_short')}</span>
          </Button>
        </Tooltip>
        <TimeSlider
          className={styles.slider}
          {...{ audit, head, onDrag, onTravel }}
          version={point.version}
          // The line above tells version and date; on a phone a label at the thumb would be cut off.
          labelAt={isPhone ? 'none' : 'thumb'}
        />
        <div className={styles.day}>
          <DateField label={t('past.day')} value="" onChange={(day) => day !== '' && props.onDay(day)} />
        </div>
        <Compare {...props} />
        <div className={styles.panels}>
          <Button
            className={styles.differencesButton}
            variant="default"
            leftSection={<GitCompareArrows size={15} aria-hidden />}
            onClick={props.onDifferences}
          >
            {t('past.differences')}
            {props.differences !== null && ` (${props.differences})`}
          </Button>
          <Tooltip label={t('history.title')}>
            <ActionIcon variant="default" size={32} aria-label={t('history.title')} onClick={props.onHistory}>
              <History size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
    </section>
  );
}

/**
 * "Versión 12 de 40 · 21/09/2026 10:42 · Laura Pineda renombró «A» a «B»"; a live region, announced at each
 * step.
 */
function ShownVersion({ point, head, change }: Pick<PastBarProps, 'point' | 'head' | 'change'>) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const words = useChangeWords();
  const actorName = useActorName();
  return (
    <div className={styles.words} role="status">
      <span className={styles.version}>
        {t('past.version_of', { version: point.version + 1, head: head + 1 })}
      </span>
      {change && (
        <time dateTime={change.at} className={styles.when}>
          {format.dateTime(change.at)}
        </time>
      )}
      {change && (
        <span className={styles.who}>
          <PersonAvatar
            person={{ id: change.actor.id, name: change.actor.name, initials: change.actor.sigla }}
            size={20}
            decorative
          />
          <span>
            <b>{actorName(change.actor)}</b> {words(change)}
            {change.item && ` (${[change.item.code, change.item.name].filter(Boolean).join(' ')})`}
          </span>
        </span>
      )}
    </div>
  );
}

const PREVIOUS = 'previous';
const NOW = 'now';
const PINNED = 'pinned';

function Compare({ point, onCompare }: Pick<PastBarProps, 'point' | 'onCompare'>) {
  const { t } = useTranslation('audits-web');
  const { against, version } = point;
  const isPinned = typeof against === 'number';
  return (
    <div className={styles.compare}>
      <Select
        label={t('past.compare')}
        allowDeselect={false}
        data={[
          { value: PREVIOUS, label: t('past.against_previous') },
          { value: NOW, label: t('past.against_now') },
          ...(isPinned ? [{ value: PINNED, label: t('past.version', { version: against + 1 }) }] : []),
        ]}
        value={isPinned ? PINNED : against}
        onChange={(value) => (value === PREVIOUS || value === NOW) && onCompare(value)}
      />
      <Tooltip label={t('past.pin')}>
        <ActionIcon
          variant="default"
          size={34}
          aria-label={t('past.pin')}
          aria-pressed={against === version}
          onClick={() => onCompare(version)}
        >
          <Pin size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
