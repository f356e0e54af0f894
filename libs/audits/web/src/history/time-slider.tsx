import { Slider } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface TimeSliderProps {
  readonly version: number;
  readonly head: number;
  readonly onTravel: (version: number) => void;
  readonly className?: string | undefined;
}

/** Version slider. Loads a version only on release, so versions passed while dragging are not requested. */
export function TimeSlider({ version, head, onTravel, className }: TimeSliderProps) {
  const { t } = useTranslation('audits-web');
  const [held, setHeld] = useState(version);
  useEffect(() => setHeld(version), [version]);
  const text = (value: number) => t('past.version', { version: value + 1 });
  return (
    <Slider
      {...(className === undefined ? {} : { className })}
      min={0}
      max={Math.max(head, 1)}
      value={held}
      onChange={setHeld}
      onChangeEnd={(value) => onTravel(Math.min(value, head))}
      label={text}
      thumbLabel={t('past.slider')}
      thumbValueText={text}
      size={6}
      thumbSize={16}
    />
  );
}
