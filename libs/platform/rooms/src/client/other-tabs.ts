/** The part of `BroadcastChannel` that is used. */
export type Channels = new (name: string) => Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;

/** The other pages of this browser that show the same room. */
export interface OtherTabs {
  /** Tells them that what is stored for all of them changed: the tray, or whose work there is. */
  tell(): void;
  close(): void;
}

/** What a page has; nothing where there is no page. */
const ownChannels = (): Channels | null =>
  typeof window !== 'undefined' && typeof BroadcastChannel === 'function' ? BroadcastChannel : null;

/** `onTold` is called when another page changed what is stored. Deaf without channels. */
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
      // A channel is of one origin: there is no target to name.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      if (!isClosed) channel.postMessage(null);
    },
    close: () => {
      isClosed = true;
      channel.close();
    },
  };
}
