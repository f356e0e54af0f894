/** Network state as reported by the browser. */
export interface Network {
  isOffline(): boolean;
  /** Also fires when a page becomes visible again: its timers were throttled meanwhile. */
  onOnline(listener: () => void): () => void;
  onOffline(listener: () => void): () => void;
}

/** Reads `navigator.onLine` and the window's events; without a window (Node) it is always online. */
export function listenToNetwork(): Network {
  if (typeof window === 'undefined') {
    const never = () => () => undefined;
    return { isOffline: () => false, onOnline: never, onOffline: never };
  }
  const on = (target: EventTarget, event: string, listener: () => void) => {
    target.addEventListener(event, listener);
    return () => target.removeEventListener(event, listener);
  };
  return {
    isOffline: () => navigator.onLine === false,
    onOnline: (listener) => {
      const stops = [
        on(window, 'online', listener),
        on(document, 'visibilitychange', () => {
          if (document.visibilityState === 'visible') listener();
        }),
      ];
      return () => stops.forEach((stop) => stop());
    },
    onOffline: (listener) => on(window, 'offline', listener),
  };
}
