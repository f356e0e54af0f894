import type { RecordedEvent, StreamFilter } from './port.ts';

/** Whether a follower with this filter is given the event. */
export function passesFilter(event: RecordedEvent, { streamPrefixes, types }: StreamFilter = {}): boolean {
  return (
    (!streamPrefixes || streamPrefixes.some((prefix) => event.stream.startsWith(prefix))) &&
    (!types || types.includes(event.type))
  );
}
