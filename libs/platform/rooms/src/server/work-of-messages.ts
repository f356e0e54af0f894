/** Work of entering a room, in events: rights check, opening the room, and the first sync. */
export const WORK_OF_ENTERING = 5;
/** Bytes of a write that cost about as much work as one event: half a millisecond. */
const BYTES_OF_WORK = 1_024;
/** Bytes of a write that are counted: larger ones are refused unread. */
const MOST_COUNTED = 64 * 1_024;

/** Work of reading a write, in events. */
export const workOfWrite = ({ length }: Uint8Array): number =>
  Math.ceil(Math.min(length, MOST_COUNTED) / BYTES_OF_WORK);
