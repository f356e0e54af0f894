/** Subset of `BroadcastChannel` used here. */
export type Channels = new (name: string) => Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;

/** Notifies the other pages of this browser that show the same room. */
export interface OtherTabs {
  /** Announces a change in shared storage: the tray, or the set of outbox sessions. */
  tell(): void;
  close(): void;
}

/** The browser's `BroadcastChannel`; null outside a page. */
const ownChannels = (): Channels | null =>
  typeof window !== 'undefined' && typeof BroadcastChannel === 'function' ? BroadcastChannel : null;

/** Calls `onTold` when another page changed shared storage. Without `BroadcastChannel` it never fires. */
export function hearOtherTabs(
  name: string,
  onTold: () => void,
  channels: Channels | null = ownChannels(),
): OtherTabs {
  if (!channels) return { tell: () => undefined, close: () => undefined };
  const channel = new channels(name);
  channel.onmessage = onTold;
  let isClosed = false;
  return {
    tell: () => {
      // A BroadcastChannel is limited to one origin, and `postMessage` takes no target.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      if (!isClosed) channel.postMessage(null);
    },
    close: () => {
      isClosed = true;
      channel.close();
    },
  };
}
