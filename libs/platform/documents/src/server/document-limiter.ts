import { Pace, WorkLimiter } from '@cotejo/http/shares';

/** Limits: concurrent documents per node; documents queued per user and per account. */
const DOCUMENTS_AT_ONCE = 1;
const DOCUMENTS_EACH = 2;
const DOCUMENTS_OF_ACCOUNT = 10;
/** Milliseconds of writing that one user's documents may take at once after a rest, … */
const DOCUMENTS_BURST = 1_000;
/** … and in each second from then on: the machine is everybody's. */
const DOCUMENTS_PER_SECOND = 250;

/** The queue of a node in which all documents are written, whatever they are of. */
export const documentLimiter = (): WorkLimiter =>
  new WorkLimiter(
    DOCUMENTS_AT_ONCE,
    DOCUMENTS_EACH,
    DOCUMENTS_OF_ACCOUNT,
    new Pace({ burst: DOCUMENTS_BURST, perSecond: DOCUMENTS_PER_SECOND }),
  );
