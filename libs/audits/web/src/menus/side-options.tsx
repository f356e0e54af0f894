import { useCommands, useIsPhone } from '@cotejo/ui';
import { Ellipsis } from 'lucide-react';
import {
  memo,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { MoreMenu, type MoreGroup } from '../plan/toolbar/more-menu.tsx';
import styles from './side-options.module.css';
import { useSideOptions, type GroupName, type ShownGroups, type ShownOption } from './use-side-options.ts';

/** Side menu of the tree: a rail of buttons in named groups; its options are commands, too. Phones have a bar. */
export function SideOptions() {
  const { t } = useTranslation('audits-web');
  const isPhone = useIsPhone();
  const { groups, run } = useSideOptions();
  useCommands(
    useMemo(() => {
      const allowed = groups.flatMap(({ options }) => options).filter(({ refusal }) => refusal === null);
      const commands = allowed.map(({ key, label, icon }) => ({ key, label, icon, run: () => run(key) }));
      return { label: t('side.label'), commands };
    }, [t, groups, run]),
  );
  return !isPhone && <Rail groups={groups} run={run} />;
}

interface OptionsProps {
  readonly groups: ShownGroups;
  readonly run: (key: string) => void;
}

interface Tip {
  readonly key: string;
  readonly top: number;
  /** The label beside the icon ends in an ellipsis. */
  readonly isCut: boolean;
}

/** A single tab stop with arrow-key navigation. One shared tooltip element shows the labels. */
const Rail = memo(function Rail({ groups, run }: OptionsProps) {
  const { t } = useTranslation('audits-web');
  const rail = useRef<HTMLDivElement>(null);
  const id = useId();
  const [current, setCurrent] = useState<string | null>(null);
  const [tip, setTip] = useState<Tip | null>(null);
  const options = groups.flatMap((group) => group.options);
  const { room, end } = useRoom(rail, groups);
  const stop = options.slice(0, room).some(({ key }) => key === current) ? current : options[0]?.key;
  const told = options.find(({ key }) => key === tip?.key);
  const rest = useMemo(
    () => restOf(groups, room, run, (name) => t(`side.group.${name}`)),
    [groups, room, run, t],
  );

  const tell = (target: EventTarget) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button[data-key]') : null;
    const key = button?.dataset['key'];
    if (!button || key === undefined || !rail.current) return;
    const word = button.querySelector(`.${styles.word}`);
    setTip({
      key,
      top: button.getBoundingClientRect().top - rail.current.getBoundingClientRect().top,
      isCut: word !== null && word.scrollWidth > word.clientWidth,
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTip(null);
    const buttons = [...(rail.current?.querySelectorAll<HTMLElement>('button:not([data-over])') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const to = {
      ArrowDown: (at + 1) % buttons.length,
      ArrowUp: (at - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons[to]?.focus();
  };

  return (
    // The toolbar's buttons have the focus; it only moves it among them.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={rail}
      className={styles.rail}
      role="toolbar"
      aria-orientation="vertical"
      aria-label={t('side.label')}
      onKeyDown={onKeyDown}
      onPointerOver={(event) => tell(event.target)}
      onPointerLeave={() => setTip(null)}
      onFocus={(event) => {
        tell(event.target);
        setCurrent(event.target.dataset['key'] ?? null);
      }}
      onBlur={() => setTip(null)}
    >
      <div className={styles.groups}>
        {groups.map(({ name, options: members }) => (
          <div
            key={name}
            className={styles.group}
            data-over={members.every((option) => options.indexOf(option) >= room) || undefined}
            role="group"
            aria-labelledby={`${id}${name}`}
          >
            <span id={`${id}${name}`} className={styles.groupName}>
              {t(`side.group.${name}`)}
            </span>
            {members.map((option) => (
              <RailButton
                key={option.key}
                option={option}
                isOver={options.indexOf(option) >= room}
                isStop={option.key === stop}
                isCut={tip?.isCut === true && option.key === tip.key}
                run={run}
              />
            ))}
          </div>
        ))}
      </div>
      {rest.length > 0 && (
        <MoreMenu groups={rest}>
          <button
            type="button"
            tabIndex={-1}
            className={`${styles.option} ${styles.more}`}
            aria-label={t('side.more')}
            title={t('side.more')}
            style={{ top: end + 2 }}
          >
            <Ellipsis size={16} strokeWidth={1.8} aria-hidden />
            <span className={styles.word} aria-hidden>
              {t('side.more')}
            </span>
          </button>
        </MoreMenu>
      )}
      {tip && told && (
        // The button's own name and description provide the same text to screen readers.
        <div className={styles.tip} style={{ top: tip.top }} aria-hidden>
          {told.label}
          {told.refusal !== null && <span>{told.refusal}</span>}
        </div>
      )}
    </div>
  );
});

/** Pixels for the button of the menu with the options that have no room. */
const MORE = 38;

interface Room {
  /** Number of options. */
  readonly room: number;
  /** Pixels from the top of the rail to the end of the last of them. */
  readonly end: number;
}

const EVERYTHING: Room = { room: Infinity, end: 0 };

/** How many options a low window has room for; measured, as their height depends on the width. */
function useRoom(rail: RefObject<HTMLElement | null>, groups: ShownGroups): Room {
  const [room, setRoom] = useState(EVERYTHING);
  useLayoutEffect(() => {
    const element = rail.current;
    if (!element) return undefined;
    const measure = () => {
      const top = element.getBoundingClientRect().top;
      const ends = [...element.querySelectorAll('button[data-key]')].map(
        (button) => button.getBoundingClientRect().bottom - top,
      );
      const height = element.clientHeight;
      const fitting = ends.filter((end) => end <= height - MORE);
      setRoom(
        ends.every((end) => end <= height) ? EVERYTHING : { room: fitting.length, end: fitting.at(-1) ?? 0 },
      );
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other options have another height
  }, [rail, groups]);
  return room;
}

/** Options without room, in their groups, for the menu. */
function restOf(
  groups: ShownGroups,
  room: number,
  run: (key: string) => void,
  labelOf: (name: GroupName) => string,
): readonly MoreGroup[] {
  let at = 0;
  return groups
    .map(({ name, options }) => ({
      key: name,
      label: labelOf(name),
      lines: options.filter(() => at++ >= room).map((option) => ({ ...option, run: () => run(option.key) })),
    }))
    .filter(({ lines }) => lines.length > 0);
}

interface RailButtonProps {
  readonly option: ShownOption;
  /** In the menu for want of room. */
  readonly isOver: boolean;
  readonly isStop: boolean;
  readonly isCut: boolean;
  readonly run: (key: string) => void;
}

const RailButton = memo(function RailButton({ option, isOver, isStop, isCut, run }: RailButtonProps) {
  const { key, label, icon: Icon, refusal, isDanger } = option;
  const reason = useId();
  return (
    <button
      type="button"
      data-key={key}
      tabIndex={isStop ? 0 : -1}
      className={styles.option}
      data-danger={isDanger || undefined}
      data-over={isOver || undefined}
      aria-label={label}
      title={refusal ?? (isCut ? label : undefined)}
      aria-describedby={refusal === null ? undefined : reason}
      aria-disabled={refusal !== null || undefined}
      onClick={refusal === null ? () => run(key) : undefined}
    >
      <Icon size={16} strokeWidth={1.8} aria-hidden />
      <span className={styles.word} aria-hidden>
        {label}
      </span>
      {refusal !== null && (
        <span id={reason} hidden>
          {refusal}
        </span>
      )}
    </button>
  );
});
