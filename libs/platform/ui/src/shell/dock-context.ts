import { createContext, type ReactNode } from 'react';

/** Services of the dock around a panel; null for a stand-alone panel. */
export interface Dock {
  readonly isMaximised: boolean;
  readonly maximise: (isMaximised: boolean) => void;
  /** On phones: menu that switches between open panels. */
  readonly switcher: ReactNode;
  /** Whether a panel that comes to the front takes the focus; true without it. */
  readonly takesFocus?: (() => boolean) | undefined;
}

export const DockContext = createContext<Dock | null>(null);
