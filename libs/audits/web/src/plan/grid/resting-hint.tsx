import { Portal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from '../../signatures/signatures.module.css';
import type { RestingOn } from './use-resting-on.ts';

/** Tooltip for a hovered element: below it, or above it when there is no space. */
export function RestingHint({ over, children }: { readonly over: RestingOn; readonly children: ReactNode }) {
  const isLow = over.at.bottom > window.innerHeight - 90;
  return (
    <Portal>
      <div
        role="tooltip"
        className={styles.hint}
        style={{
          left: Math.min(over.at.left, window.innerWidth - 372),
          ...(isLow ? { bottom: window.innerHeight - over.at.top + 6 } : { top: over.at.bottom + 6 }),
        }}
      >
        {children}
      </div>
    </Portal>
  );
}
