import type { CrowdComparison } from '../crowd/measure-crowds.ts';
import type { Count, Series } from './bench-report.ts';
import { words } from './words.ts';

/** Latency of edits in a crowd: in the product and on the two floors. */
export function crowdSeries({ acknowledged, room, socket, relay }: CrowdComparison): Series[] {
  const { series } = words.crowd;
  return [
    { name: 'ack', label: series.acknowledged, summary: acknowledged },
    { name: 'seen', label: series.room, summary: room.seen },
    { name: 'floor_socket', label: series.socket, summary: socket.seen },
    { name: 'floor_relay', label: series.relay, summary: relay.seen },
  ];
}

/** CPU and memory of the three servers meanwhile. */
export function crowdFigures({ room, socket, relay }: CrowdComparison): Count[] {
  const { counts } = words.crowd;
  return [
    { name: 'core_percent', label: counts.roomCore, value: room.core },
    { name: 'floor_socket_core_percent', label: counts.socketCore, value: socket.core },
    { name: 'floor_relay_core_percent', label: counts.relayCore, value: relay.core },
    { name: 'resident_mb', label: counts.roomMemory, value: room.resident },
    { name: 'floor_socket_mb', label: counts.socketMemory, value: socket.resident },
    { name: 'floor_relay_mb', label: counts.relayMemory, value: relay.resident },
  ];
}
