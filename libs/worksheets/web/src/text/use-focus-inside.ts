import { useEffect, useMemo, useRef, useState } from 'react';

/** Milliseconds: a menu takes the focus a moment after its button lost it. */
const BETWEEN_MS = 80;

/**
 * Whether the focus is inside an element, including its menus rendered elsewhere in the page; and whether it
 * ever was.
 */
export function useFocusInside(): {
  readonly isActive: boolean;
  readonly wasActive: boolean;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
} {
  const [isActive, setActive] = useState(false);
  const [wasActive, setWasActive] = useState(false);
  const leaving = useRef<ReturnType<typeof setTimeout> | null>(null);
  const handlers = useMemo(() => {
    const stay = () => {
      if (leaving.current) clearTimeout(leaving.current);
      leaving.current = null;
    };
    return {
      stay,
      onFocus: () => {
        stay();
        setActive(true);
        setWasActive(true);
      },
      onBlur: () => {
        stay();
        leaving.current = setTimeout(() => setActive(false), BETWEEN_MS);
      },
    };
  }, []);
  useEffect(() => handlers.stay, [handlers]);
  const { onFocus, onBlur } = handlers;
  return { isActive, wasActive, onFocus, onBlur };
}
