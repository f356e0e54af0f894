/** What the machine knows about its network. */
export interface Network {
  isOffline(): boolean;
  /** Also when a page comes back to the front: its timers slept. */
  onOnline(listener: () => void): () => void;
  onOffline(listener: () => void): () => void;
}

/** The window's own knowledge; nothing where there is no window. */
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
