import type { EventStore } from '@cotejo/event-store';
import type { MetricsOptions } from './metrics.ts';

/** Gauges of this node's connection to the servers of its log; none for a store that keeps no figures. */
export function storeGauges(store: EventStore): MetricsOptions['gauges'] {
  const figures = store.figures?.bind(store);
  if (figures === undefined) return {};
  const seconds = (ms: number | null | undefined): number => (ms ?? Number.NaN) / 1_000;
  return {
    cotejo_log_has_leader: {
      help: '1 while the servers of the log name a leader',
      read: () => (figures().leader === null ? 0 : 1),
    },
    cotejo_log_servers_alive: {
      help: 'Servers of the log that answer',
      read: () => figures().servers.alive,
    },
    cotejo_log_subscription_lag_seconds: {
      help: 'Age of the latest event when the subscription brought it',
      read: () => seconds(figures().lagMs),
    },
    cotejo_log_append_median_seconds: {
      help: 'Median time of the latest appends',
      read: () => seconds(figures().appends?.medianMs),
    },
    cotejo_log_append_p95_seconds: {
      help: '95th percentile of the times of the latest appends',
      read: () => seconds(figures().appends?.p95Ms),
    },
    cotejo_log_read_median_seconds: {
      help: 'Median time of the latest reads',
      read: () => seconds(figures().reads?.medianMs),
    },
    cotejo_log_read_p95_seconds: {
      help: '95th percentile of the times of the latest reads',
      read: () => seconds(figures().reads?.p95Ms),
    },
    cotejo_log_reconnections: {
      help: 'Connections to the log given up and replaced since the start',
      read: () => figures().reconnections,
    },
  };
}
