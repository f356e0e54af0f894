import type { RecordedEvent, StreamFilter } from './port.ts';

/** Whether the filter lets the event through. */
export function passesFilter(event: RecordedEvent, { streamPrefixes, types }: StreamFilter = {}): boolean {
  return (
    (!streamPrefixes || streamPrefixes.some((prefix) => event.stream.startsWith(prefix))) &&
    (!types || types.includes(event.type))
  );
}
