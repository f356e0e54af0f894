/** Rights, the room and the first sync of its document, as work of events. */
export const WORK_OF_ENTERING = 5;
/** Bytes of a write whose reading costs about as much as an event: half a millisecond. */
const BYTES_OF_WORK = 1_024;
/** Bytes of a write that are counted: more are refused unread. */
const MOST_COUNTED = 64 * 1_024;

/** Reading a write, as work of events. */
export const workOfWrite = ({ length }: Uint8Array): number =>
  Math.ceil(Math.min(length, MOST_COUNTED) / BYTES_OF_WORK);
