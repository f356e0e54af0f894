import { createContext, type ReactNode } from 'react';

/** What the place that a panel stands in brings to it; null where it stands alone. */
export interface Dock {
  readonly isMaximised: boolean;
  readonly maximise: (isMaximised: boolean) => void;
  /** On a phone: the way to the others. */
  readonly switcher: ReactNode;
}

export const DockContext = createContext<Dock | null>(null);
