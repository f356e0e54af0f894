import { useFormat, useIsPhone } from '@cotejo/ui';
import { Slider } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeAt } from '../past/use-past-plan.ts';
import styles from './time-slider.module.css';
import { useSettled } from './use-settled.ts';

export interface Slide {
  /** Called while the thumb is dragged, with each version it passes. */
  readonly onDrag: (version: number) => void;
  /** Called once the thumb is released, and by each key. */
  readonly onTravel: (version: number) => void;
}

interface TimeSliderProps extends Slide {
  readonly audit: string;
  readonly version: number;
  readonly head: number;
  /** Where version and date of the thumb are shown. */
  readonly labelAt: 'thumb' | 'above' | 'none';
  /** Takes the focus when it appears. */
  readonly takesFocus?: boolean;
  readonly className?: string | undefined;
}

/** Milliseconds at a version before its date is requested while dragging. */
const LINGER_MS = 120;

/** Version slider with the date of the version at its thumb. */
export function TimeSlider({ audit, version, head, onDrag, onTravel, ...look }: TimeSliderProps) {
  const { labelAt, takesFocus = false, className } = look;
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const isPhone = useIsPhone();
  const [held, setHeld] = useState(version);
  const isDragged = useRef(false);
  // The page follows a drag with a delay: the thumb stays under the pointer meanwhile.
  useEffect(() => {
    if (!isDragged.current) setHeld(version);
  }, [version]);
  const seen = useSettled(held, LINGER_MS);
  const change = useChangeAt(audit, seen);
  const at = change.isPlaceholderData || seen !== held ? null : (change.data?.at ?? null);
  const text = (value: number): string => {
    const name = t('past.version', { version: value + 1 });
    return at === null || value !== held ? name : `${name} · ${format.dateTime(at)}`;
  };
  const drag = (value: number): void => {
    isDragged.current = true;
    setHeld(value);
    onDrag(Math.min(value, head));
  };
  const release = (value: number): void => {
    isDragged.current = false;
    setHeld(value);
    onTravel(Math.min(value, head));
  };
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) root.current?.querySelector<HTMLElement>('[role=slider]')?.focus({ preventScroll: true });
    // Only the first appearance counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <div className={`${styles.time} ${className ?? ''}`}>
      {labelAt === 'above' && (
        <output className={styles.point} aria-hidden>
          {text(held)}
        </output>
      )}
      <Slider
        ref={root}
        min={0}
        max={Math.max(head, 1)}
        value={held}
        onChange={drag}
        onChangeEnd={release}
        label={labelAt === 'thumb' ? text : null}
        thumbLabel={t('past.slider')}
        thumbValueText={text}
        size={6}
        thumbSize={isPhone ? 26 : 16}
      />
    </div>
  );
}
