import { specifyEventStore } from '../conformance/conformance.ts';
import { createMemoryEventStore } from './memory-event-store.ts';

specifyEventStore({
  name: 'memory',
  isDurable: false,
  writingMs: 500,
  create: async () => {
    const clock = { now: () => new Date() };
    const store = createMemoryEventStore({ now: () => clock.now() });
    return {
      open: (options) => {
        if (options?.now) clock.now = options.now;
        return store;
      },
      drop: async () => undefined,
    };
  },
});
