import { Text, TextInput } from '@mantine/core';
import { Check, Search } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { findPlaces, type FoundPlace, type Place } from './places.ts';
import styles from './place-picker.module.css';

export interface PlacePickerProps {
  readonly label: string;
  readonly places: readonly Place[];
  /** Reason why a place cannot be chosen. Called only for places found by the search. */
  readonly refusalOf: (place: Place) => string | null;
  /** Chosen parent; null = the top of the plan, undefined = none yet. */
  readonly value: string | null | undefined;
  readonly onChange: (place: Place) => void;
  /** Label of the top of the plan. */
  readonly top: string;
  readonly autoFocus?: boolean;
}

/** Searchable list of a plan's places by path; places that cannot be chosen show the reason. */
export function PlacePicker(props: PlacePickerProps) {
  const { t } = useTranslation('audits-web');
  const { places, refusalOf, value, onChange } = props;
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const wanted = useDeferredValue(search);
  const found = useMemo(() => findPlaces(places, wanted, refusalOf), [places, wanted, refusalOf]);
  const options = useMemo(() => [...found.allowed, ...found.refused], [found]);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const choose = (place: FoundPlace | undefined) => {
    if (place?.refusal === null) onChange(place);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((now) => Math.max(0, Math.min(options.length - 1, now + step)));
    } else if (event.key === 'Enter') {
      const place = options[active];
      // Enter on the selected place submits the form.
      if (place && place.parent === value) return;
      event.preventDefault();
      choose(place);
    }
  };

  return (
    <div className={styles.picker}>
      <TextInput
        label={props.label}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={options[active] ? `${id}-${active}` : undefined}
        placeholder={t('place.search')}
        leftSection={<Search size={14} aria-hidden />}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        {...(props.autoFocus === true ? { 'data-autofocus': true } : {})}
      />
      <div ref={list} id={id} role="listbox" aria-label={props.label} className={styles.list}>
        {options.map((place, at) => (
          <Option
            key={place.parent ?? 'top'}
            id={`${id}-${at}`}
            place={place}
            top={props.top}
            isActive={at === active}
            isChosen={place.parent === value}
            onChoose={() => {
              setActive(at);
              choose(place);
            }}
          />
        ))}
      </div>
      <Text size="xs" className={styles.note} role="status">
        {options.length === 0 && t('place.none')}
        {options.length > 0 && found.allowed.length === 0 && t('place.all_refused')}
        {found.more > 0 && t('place.more', { count: found.more })}
      </Text>
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly place: FoundPlace;
  readonly top: string;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Option({ id, place, top, isActive, isChosen, onChoose }: OptionProps) {
  const above = place.path.slice(0, -1);
  return (
    // The keys are those of the field above, which owns the list.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={place.refusal !== null || undefined}
      className={styles.option}
      data-active={isActive || undefined}
      onClick={onChoose}
    >
      <span className={styles.path}>
        {above.length > 0 && <span className={styles.above}>{`${above.join(' › ')} › `}</span>}
        <span className={styles.last}>{place.path.at(-1) ?? top}</span>
      </span>
      {isChosen && <Check size={15} className={styles.check} aria-hidden />}
      {place.refusal !== null && <span className={styles.refusal}>{place.refusal}</span>}
    </div>
  );
}
