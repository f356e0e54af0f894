import { specifyEventStore } from '../conformance/conformance.ts';
import { SERVER_URL, createKurrentLog } from '../conformance/kurrent-log.ts';

specifyEventStore({
  name: SERVER_URL === undefined ? 'KurrentDB adapter on the protocol fake' : 'KurrentDB',
  isDurable: true,
  writingMs: 5_000,
  create: () => createKurrentLog(),
});
