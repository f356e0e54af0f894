import { ActionIcon } from '@mantine/core';
import { useFocusTrap, useMergedRef } from '@mantine/hooks';
import { Maximize2, Minimize2, X } from 'lucide-react';
import {
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { TableSkeleton } from '../components/skeletons.tsx';
import { useIsPhone } from '../provider/use-is-phone.ts';
import { DockContext } from './dock-context.ts';
import styles from './side-panel.module.css';

export interface SidePanelProps {
  readonly opened: boolean;
  readonly title: string;
  readonly onClose: () => void;
  /** Line above the title: code, status, present users. */
  readonly overline?: ReactNode;
  /** Beside the close button. */
  readonly actions?: ReactNode;
  /** Tabs under the title. */
  readonly tabs?: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
  /** Pixels, for panels without a dock; ignored on phones. */
  readonly width?: number;
  /** Whether the content is loading. */
  readonly isBusy?: boolean;
  /** A field of the content has `data-autofocus`: it takes the first focus on phones, in place of the title. */
  readonly focusesContent?: boolean;
  /** Id of what it is about: `data-subject` of its element. */
  readonly subject?: string;
}

/**
 * Panel that slides over the page from the right and leaves the rest usable; on phones it fills the screen
 * and traps the focus. Esc closes it; the focus moves into it and back to its origin. In a `PanelDock` it has
 * the dock's width, and can be maximised.
 */
export function SidePanel({ opened, ...panel }: SidePanelProps) {
  return opened ? <OpenPanel {...panel} /> : null;
}

/** In a dock in place of a panel whose code is still loading. Leaves the focus where it is. */
export function PanelSkeleton() {
  return (
    <div className={styles.panel} data-docked aria-busy>
      <div className={styles.body}>
        <TableSkeleton />
      </div>
    </div>
  );
}

/** Moves the focus, where nothing has it, to a visible docked panel other than the given one. */
function focusOther(own: HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  for (const panel of document.querySelectorAll<HTMLElement>('section[role=dialog][data-docked]'))
    if (panel !== own && panel.checkVisibility?.() === true) return panel.focus({ preventScroll: true });
}

function OpenPanel(props: Omit<SidePanelProps, 'opened'>) {
  const { t } = useTranslation('ui');
  const phone = useIsPhone();
  const dock = use(DockContext);
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const ref = useMergedRef(panel, useFocusTrap(phone));

  const asked = useRef<() => boolean>(() => true);
  useEffect(() => {
    asked.current = () => phone || dock?.takesFocus?.() !== false;
  }, [phone, dock]);
  // Read before the effects of the content, which may focus a field inside.
  const origin = useRef<Element | null>(null);
  useLayoutEffect(() => {
    origin.current = document.activeElement;
  }, []);
  useEffect(() => {
    const before = origin.current;
    const own = panel.current;
    const held = document.activeElement;
    const holder = held?.closest('section[role=dialog][data-docked]');
    // Focus inside stays there, and so does focus in a panel beside: one that loads later does not take it.
    const isKept = own?.contains(held) === true || holder?.checkVisibility?.() === true;
    if (!isKept && asked.current()) own?.focus({ preventScroll: true });
    return () => {
      // A focus that has gone elsewhere meanwhile stays there: the keys belong to what was pressed last.
      const { activeElement } = document;
      if (activeElement !== null && activeElement !== document.body && own?.contains(activeElement) !== true)
        return;
      if (before instanceof HTMLElement && before.isConnected && before !== document.body)
        before.focus({ preventScroll: true });
      // A menu that led here is gone by now: a panel that stays open takes the focus, unless another opens meanwhile.
      else queueMicrotask(() => focusOther(own));
    };
  }, []);

  const closeOnEscape = (event: KeyboardEvent) => {
    // Esc may already be handled by an input inside; menus and dialogs opened from the panel close
    // themselves.
    const dialog = event.target instanceof Element ? event.target.closest('[role=dialog]') : null;
    if (event.key !== 'Escape' || event.defaultPrevented || dialog !== panel.current) return;
    // An open dropdown handles the key itself.
    if (event.target instanceof Element && event.target.closest('[data-mantine-stop-propagation=true]'))
      return;
    event.stopPropagation();
    // An open popup closes first, even if the focus is still on its button.
    const opener =
      event.target instanceof Element
        ? event.target.closest<HTMLElement>('button[aria-haspopup][aria-expanded=true]')
        : null;
    if (opener) opener.click();
    else props.onClose();
  };

  return (
    // A dialog handles Esc wherever the focus inside it is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={ref}
      onKeyDown={closeOnEscape}
      className={styles.panel}
      data-docked={dock !== null || undefined}
      data-subject={props.subject}
      style={{ '--panel-width': `${props.width ?? 430}px` } as CSSProperties}
      role="dialog"
      aria-modal={phone}
      aria-labelledby={titleId}
      aria-busy={props.isBusy || undefined}
      tabIndex={-1}
    >
      {/* Toasts stay clear of it; see `toast-library.tsx`. */}
      <div className={styles.head} data-panel-head>
        {dock?.switcher}
        <div className={styles.overline}>
          <div className={styles.context}>{props.overline}</div>
          {props.actions}
          {dock && !phone && (
            <ActionIcon
              variant="default"
              size={32}
              aria-label={t('dock.maximise')}
              title={t('dock.maximise')}
              aria-pressed={dock.isMaximised}
              onClick={() => dock.maximise(!dock.isMaximised)}
            >
              {dock.isMaximised ? <Minimize2 size={15} aria-hidden /> : <Maximize2 size={15} aria-hidden />}
            </ActionIcon>
          )}
          <ActionIcon
            variant="default"
            size={32}
            onClick={props.onClose}
            aria-label={t('close')}
            title={t('close')}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </div>
        {/* Initial focus on phones: focusing the first button would highlight it. */}
        <h2
          id={titleId}
          className={styles.title}
          tabIndex={-1}
          data-autofocus={(phone && props.focusesContent !== true) || undefined}
        >
          {props.title}
        </h2>
        {props.tabs}
      </div>
      <div className={styles.body}>{props.children}</div>
      {props.footer !== undefined && <div className={styles.foot}>{props.footer}</div>}
    </section>
  );
}
