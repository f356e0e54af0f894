import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { Check, ChevronsUpDown, CopyX, TriangleAlert } from 'lucide-react';
import { useMemo, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AvatarStack, type AvatarPerson } from '../components/person-avatar.tsx';
import { useIsPhone } from '../provider/use-is-phone.ts';
import { DockContext } from './dock-context.ts';
import styles from './panel-dock.module.css';
import { clampWidth, PANEL_WIDTH, type PanelSize } from './use-panel-size.ts';

/** An open panel of the dock. */
export interface DockTab {
  readonly id: string;
  /** Short label: a code, else a name. */
  readonly label: string;
  /** Full title for tooltip, switcher and screen readers. */
  readonly title: string;
  readonly isFront: boolean;
  readonly hasFailed?: boolean;
  /** Users present in it. */
  readonly people: readonly (AvatarPerson & { readonly detail?: string })[];
}

export interface PanelDockProps {
  /** In the order in which they come to the front; those behind are tabs at the edge. */
  readonly tabs: readonly DockTab[];
  readonly size: PanelSize;
  readonly onFront: (id: string) => void;
  readonly onCloseAll: () => void;
  /** Asked when a panel comes to the front: whether it takes the focus. On phones it always does. */
  readonly takesFocus?: () => boolean;
  /** The panels; each is a `SidePanel`. */
  readonly children: ReactNode;
  /** Panel shown at the left of the front one, without covering it. */
  readonly beside?: ReactNode;
}

/**
 * Dock for panels at the right: one in front, the others as tabs at its edge. The width is adjustable; the
 * page reserves the space by `--dock-width` on an element with `data-dock-area`, and by `--dock-beside` for a panel
 * beside the front one, which therefore keeps its place. On phones the dock fills the screen, with a switcher in
 * place of the tabs.
 */
export function PanelDock(props: PanelDockProps) {
  const { tabs, size, onFront, onCloseAll, takesFocus, children, beside } = props;
  const phone = useIsPhone();
  const behind = tabs.filter(({ isFront }) => !isFront);
  const hasBehind = behind.length > 0;
  const { isMaximised, maximise } = size;
  const switcher = useMemo(
    () => (phone && hasBehind ? <Switcher tabs={tabs} onFront={onFront} onCloseAll={onCloseAll} /> : null),
    [phone, hasBehind, tabs, onFront, onCloseAll],
  );
  const dock = useMemo(
    () => ({ isMaximised, maximise, switcher, takesFocus }),
    [isMaximised, maximise, switcher, takesFocus],
  );
  return (
    <DockContext value={dock}>
      <div className={styles.dock} data-maximised={(!phone && isMaximised) || undefined}>
        {!phone && hasBehind && <Edge tabs={behind} onFront={onFront} onCloseAll={onCloseAll} />}
        {!phone && !isMaximised && <Border size={size} />}
        {beside !== undefined && <div className={styles.beside}>{beside}</div>}
        {children}
      </div>
    </DockContext>
  );
}

type EdgeProps = Pick<PanelDockProps, 'tabs' | 'onFront' | 'onCloseAll'>;

/** Tabs of the panels behind, next one first; a panel is closed in its own header only. */
function Edge({ tabs, onFront, onCloseAll }: EdgeProps) {
  const { t } = useTranslation('ui');
  return (
    <nav className={styles.edge} aria-label={t('dock.open')}>
      <ul className={styles.tabs}>
        {tabs.map((tab) => (
          <li key={tab.id} className={styles.tab} data-failed={tab.hasFailed || undefined}>
            <Tooltip label={tab.title} position="left">
              <button
                type="button"
                className={styles.bring}
                aria-label={t('dock.bring', { title: tab.title })}
                onClick={() => onFront(tab.id)}
              >
                {tab.hasFailed && <TriangleAlert size={13} aria-hidden />}
                <span className={styles.label}>{tab.label}</span>
              </button>
            </Tooltip>
            {tab.people.length > 0 && (
              <span className={styles.people}>
                <AvatarStack
                  people={tab.people}
                  size={20}
                  max={3}
                  label={t('dock.people', { title: tab.title })}
                  onOpen={() => onFront(tab.id)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      <Tooltip label={t('dock.close_all')} position="left">
        <ActionIcon variant="default" size={28} aria-label={t('dock.close_all')} onClick={onCloseAll}>
          <CopyX size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </nav>
  );
}

type SwitcherProps = Pick<PanelDockProps, 'tabs' | 'onFront' | 'onCloseAll'>;

function Switcher({ tabs, onFront, onCloseAll }: SwitcherProps) {
  const { t } = useTranslation('ui');
  return (
    <Menu position="bottom-start" width="min(340px, calc(100vw - 24px))">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          className={styles.switcher}
          rightSection={<ChevronsUpDown size={13} aria-hidden />}
        >
          {t('dock.switch', { count: tabs.length })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {tabs.map((tab) => (
          <Menu.Item
            key={tab.id}
            aria-current={tab.isFront || undefined}
            leftSection={
              tab.isFront ? <Check size={14} aria-hidden /> : <span className={styles.unchecked} />
            }
            rightSection={
              tab.people.length > 0 && (
                <AvatarStack
                  people={tab.people}
                  size={20}
                  max={3}
                  label={t('dock.people', { title: tab.title })}
                />
              )
            }
            onClick={() => onFront(tab.id)}
          >
            {tab.title}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<CopyX size={14} aria-hidden />} onClick={onCloseAll}>
          {t('dock.close_all')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Pixels per arrow key. */
const STEP = 32;

/** Resize handle at the panel's left edge. While dragging, only the page's reserved space changes. */
function Border({ size }: { readonly size: PanelSize }) {
  const { t } = useTranslation('ui');
  const from = useRef<{ readonly x: number; readonly area: HTMLElement | null } | null>(null);

  const widthAt = (x: number): number => clampWidth(size.width - (x - (from.current?.x ?? x)));
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (by !== undefined) size.resize(size.width + by);
    else if (event.key === 'Home') size.resize(null);
    else return;
    event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, area: event.currentTarget.closest<HTMLElement>('[data-dock-area]') };
  };
  const onPointerMove = (event: PointerEvent) =>
    from.current?.area?.style.setProperty('--dock-width', `${widthAt(event.clientX)}px`);
  const onPointerUp = (event: PointerEvent) => {
    if (from.current && event.clientX !== from.current.x) size.resize(widthAt(event.clientX));
    from.current = null;
  };

  return (
    // A movable separator is a widget (ARIA 1.2).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={styles.border}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('dock.width')}
      aria-valuenow={size.width}
      aria-valuemin={PANEL_WIDTH.least}
      aria-valuemax={PANEL_WIDTH.most}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      title={t('dock.width_hint')}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => (from.current = null)}
      onDoubleClick={() => size.resize(null)}
    />
  );
}
