import { useCallback, useState } from 'react';

/** Pixels. Wide enough for writing while the tree beside it stays readable. */
export const PANEL_WIDTH = { least: 400, most: 1_100, first: 620 } as const;
const KEY = 'cotejo.panel-width';

export interface PanelSize {
  /** Pixels. */
  readonly width: number;
  readonly isMaximised: boolean;
  /** Stores the width in this browser; null = default. */
  resize(width: number | null): void;
  maximise(isMaximised: boolean): void;
}

export const clampWidth = (width: number): number =>
  Math.round(Math.min(PANEL_WIDTH.most, Math.max(PANEL_WIDTH.least, width)));

/** Width of panels beside a page, stored in this browser. */
export function usePanelSize(): PanelSize {
  const [width, setWidth] = useState(readWidth);
  const [isMaximised, maximise] = useState(false);
  const resize = useCallback((next: number | null) => {
    const kept = clampWidth(next ?? PANEL_WIDTH.first);
    setWidth(kept);
    try {
      localStorage.setItem(KEY, String(kept));
    } catch {
      // With a full or blocked storage, the width lasts for the page's lifetime.
    }
  }, []);
  return { width, isMaximised, resize, maximise };
}

function readWidth(): number {
  try {
    const kept = Number(localStorage.getItem(KEY) ?? Number.NaN);
    return Number.isFinite(kept) ? clampWidth(kept) : PANEL_WIDTH.first;
  } catch {
    return PANEL_WIDTH.first;
  }
}
