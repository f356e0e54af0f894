import { MAX_NAME_LENGTH } from '@cotejo/audits-contracts';
import { TextInput, Tooltip } from '@mantine/core';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import styles from './plan-row.module.css';

/** Milliseconds for which a hint is shown. */
const HINT_MS = 4_000;

const STAY: FocusOptions = { preventScroll: true };

/** How a field was left: by Enter or Esc, or by going elsewhere. */
export type LeftBy = 'key' | 'blur';

interface NameInputProps {
  readonly initial: string;
  readonly label?: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** Why an empty text is refused; absent = it may be committed. */
  readonly emptyFault?: string;
  /** Takes the focus again whenever this changes. */
  readonly place?: unknown;
  /** Called on Enter, or on blur when the text changed. False = refused: the text stays in the field. */
  readonly onCommit: (text: string, by: LeftBy) => boolean;
  /** `isEmpty`: a text was emptied and then left. */
  readonly onCancel: (by: LeftBy, isEmpty: boolean) => void;
  /** Called on Tab (1) and Shift+Tab (-1); without it, Tab leaves the field. */
  readonly onIndent?: (by: 1 | -1) => void;
  /** Why `onIndent` did nothing; shown at the field for a moment. */
  readonly hint?: string | null;
  /** The hint was shown long enough, or something else happened. */
  readonly onHintSeen?: () => void;
  /** Called when several lines are pasted. */
  readonly onLines?: (lines: readonly string[]) => void;
}

/** In-place text field: Enter commits, Esc restores the old text. */
export function NameInput(props: NameInputProps) {
  const { t } = useTranslation('audits-web');
  const { initial, emptyFault, place, hint = null, onHintSeen } = props;
  const [text, setText] = useState(initial);
  const [isRefused, setRefused] = useState(false);
  const fault = useId();
  const field = useRef<HTMLInputElement>(null);
  // Enter moves the focus away: the blur that follows must not commit or cancel a second time.
  const settled = useRef(false);
  const afterPress = usePressed();
  // Before the next key, which may precede the next frame. The tree scrolls to the row; the browser would jump.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another place asks for the focus again
  useLayoutEffect(() => field.current?.focus(STAY), [place]);
  useLayoutEffect(() => field.current?.select(), []);

  const settle = (keep: boolean, by: LeftBy) => {
    if (settled.current) return;
    const written = text.trim();
    const isEmpty = written === '' && emptyFault !== undefined;
    if (keep && isEmpty && by === 'key') return setRefused(true);
    settled.current = true;
    if (keep && !isEmpty) {
      if (props.onCommit(written, by)) setText('');
    } else props.onCancel(by, keep && isEmpty && initial !== '');
    // The draft row stays mounted for the next name and must accept input again.
    queueMicrotask(() => (settled.current = false));
  };
  // Closing the browser leaves the field like going elsewhere.
  const leave = useEffectEvent(() => text.trim() !== initial && settle(true, 'blur'));
  useEffect(() => {
    const onHide = () => void leave();
    window.addEventListener('pagehide', onHide);
    return () => window.removeEventListener('pagehide', onHide);
  }, []);
  const onPaste = (event: ClipboardEvent) => {
    // The tree would offer to create the lines in the selected row, of any type.
    event.stopPropagation();
    const lines = event.clipboardData
      .getData('text/plain')
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '');
    if (lines.length < 2 || !props.onLines) return;
    event.preventDefault();
    settled.current = true;
    props.onLines(lines);
  };

  useEffect(() => {
    if (hint === null) return;
    const timer = setTimeout(() => onHintSeen?.(), HINT_MS);
    return () => clearTimeout(timer);
  }, [hint, onHintSeen]);

  return (
    <>
      <Tooltip label={hint} opened={hint !== null} position="bottom-start" withinPortal>
        <TextInput
          ref={field}
          className={styles.nameInput}
          size="xs"
          value={text}
          maxLength={props.maxLength ?? MAX_NAME_LENGTH}
          placeholder={props.placeholder}
          aria-label={props.label ?? props.placeholder ?? t('plan.name')}
          aria-describedby={isRefused ? fault : undefined}
          error={isRefused}
          data-no-drag
          onChange={(event) => {
            setText(event.currentTarget.value);
            setRefused(false);
            onHintSeen?.();
          }}
          onBlur={(event) => {
            const own = event.currentTarget;
            // The closing menu that opened this field may take the focus back a moment later.
            if (event.relatedTarget?.closest('[role="menu"]'))
              return queueMicrotask(() => field.current?.focus(STAY));
            // Unmounting also fires blur, and so does another window that comes to the front.
            if (!own.isConnected || document.activeElement === own) return undefined;
            if (text.trim() !== initial) return settle(true, 'blur');
            // Rows must not move between press and click.
            return afterPress(
              event.relatedTarget,
              () => document.activeElement !== own && settle(false, 'blur'),
            );
          }}
          onPaste={onPaste}
          onCopy={(event) => event.stopPropagation()}
          onCut={(event) => event.stopPropagation()}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === 'Enter') settle(true, 'key');
            if (event.key === 'Escape') settle(false, 'key');
            if (event.key === 'Tab' && props.onIndent) {
              event.preventDefault();
              props.onIndent(event.shiftKey ? -1 : 1);
            }
          }}
        />
      </Tooltip>
      {isRefused && (
        <span id={fault} className={styles.meanwhile} role="alert" title={emptyFault}>
          {emptyFault}
        </span>
      )}
    </>
  );
}

/** Runs an action at once, or after the press on another row that is being handled, and its click. */
function usePressed(): (to: Element | null, run: () => void) => void {
  const isPressed = useRef(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const set = (is: boolean) => () => (isPressed.current = is);
    window.addEventListener('pointerdown', set(true), { capture: true, signal });
    for (const end of ['pointerup', 'pointercancel'] as const)
      window.addEventListener(end, set(false), { capture: true, signal });
    return () => listening.abort();
  }, []);
  return (to, run) => {
    if (!isPressed.current || to?.closest('[role="treeitem"]') == null) return run();
    const ended = new AbortController();
    const end = () => {
      ended.abort();
      setTimeout(run);
    };
    for (const each of ['pointerup', 'pointercancel'] as const)
      window.addEventListener(each, end, { signal: ended.signal });
  };
}
