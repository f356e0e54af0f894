import type { Channels } from '../client/index.ts';

/** Broadcast channels of one browser: a message from a page reaches all other pages that listen to that name. */
export function simulatedChannels(): Channels {
  const open = new Set<{ name: string; onmessage: BroadcastChannel['onmessage'] }>();
  return class {
    onmessage: BroadcastChannel['onmessage'] = null;

    constructor(readonly name: string) {
      open.add(this);
    }
    postMessage(): void {
      if (!open.has(this)) throw new DOMException('closed', 'InvalidStateError');
      for (const other of open)
        if (other !== this && other.name === this.name)
          queueMicrotask(() => void other.onmessage?.call({} as BroadcastChannel, {} as MessageEvent));
    }
    close(): void {
      open.delete(this);
    }
  };
}
