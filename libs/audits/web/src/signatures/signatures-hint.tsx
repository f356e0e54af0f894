import type { ItemId } from '@cotejo/audits-contracts';
import { Portal } from '@mantine/core';
import { useEffect, useState, type RefObject } from 'react';
import { usePlan } from '../plan/plan-context.ts';
import { SignatureLines } from './signature-lines.tsx';
import styles from './signatures.module.css';

/** How long the pointer rests before the signatures are told, in milliseconds. */
const REST_MS = 300;

/**
 * Tells the signatures of the row whose marks the pointer rests on. One for the whole tree: rows come by the
 * hundred when one scrolls. For keys and screen readers the panel of the item says the same.
 */
export function SignaturesHint({ grid }: { readonly grid: RefObject<HTMLElement | null> }) {
  const { session } = usePlan();
  const [over, setOver] = useState<{ readonly id: ItemId; readonly at: DOMRect } | null>(null);

  useEffect(() => {
    const { current } = grid;
    if (!current) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = () => {
      clearTimeout(timer);
      setOver(null);
    };
    const move = ({ target, pointerType }: PointerEvent) => {
      leave();
      const marks = target instanceof Element ? target.closest<HTMLElement>('[data-signatures]') : null;
      const id = marks?.dataset['signatures'];
      if (!marks || id === undefined || pointerType === 'touch') return;
      timer = setTimeout(() => setOver({ id: id as ItemId, at: marks.getBoundingClientRect() }), REST_MS);
    };
    current.addEventListener('pointerover', move);
    for (const end of ENDS) current.addEventListener(end, leave, true);
    return () => {
      clearTimeout(timer);
      current.removeEventListener('pointerover', move);
      for (const end of ENDS) current.removeEventListener(end, leave, true);
    };
  }, [grid]);

  const node = over && session.view.get(over.id);
  if (!over || !node) return null;
  const isLow = over.at.bottom > window.innerHeight - 90;
  return (
    <Portal>
      <div
        role="tooltip"
        className={styles.hint}
        style={{
          left: over.at.left,
          ...(isLow ? { bottom: window.innerHeight - over.at.top + 6 } : { top: over.at.bottom + 6 }),
        }}
      >
        <SignatureLines node={node} />
      </div>
    </Portal>
  );
}

const ENDS = ['pointerleave', 'pointerdown', 'scroll', 'keydown'] as const;
