import type { BackendChoice } from '../cluster/database.ts';

/** Connections affected by a network fault. */
export type Side =
  { readonly clients: readonly number[] } | { readonly node: number } | { readonly subscribers: true };

/** Effects of a network fault on connections. */
export type Tear =
  /** Reset, and new ones refused for a while. */
  | 'cut'
  /** No bytes pass in either direction; afterwards they do, or the connections are reset. */
  | 'stall'
  /** All bytes are delayed. */
  | 'delay'
  /** Answers are dropped, requests pass. */
  | 'mute'
  /** `half-far`: the server sees a reset, the client does not; `half-near`: the other way round. */
  | 'half-far'
  | 'half-near';

export type Fault =
  | { readonly kind: 'server-kill'; readonly node: number }
  | {
      readonly kind: 'server-pause';
      readonly node: number;
      readonly ms: number;
      /** Milliseconds after which its clients are routed to another node. */
      readonly rerouteMs: number;
    }
  | { readonly kind: 'backend-terminate'; readonly which: BackendChoice }
  | { readonly kind: 'backend-kill'; readonly which: BackendChoice }
  | { readonly kind: 'postmaster-kill'; readonly all: boolean }
  | {
      readonly kind: 'socket-tear';
      readonly side: Side;
      readonly tear: Tear;
      readonly ms: number;
      readonly cuts: boolean;
    }
  /** Open connections go silent for good, unnoticed by both sides; new ones work. */
  | { readonly kind: 'socket-dead'; readonly side: Side }
  | {
      readonly kind: 'disk-full';
      readonly ms: number;
      readonly spareBytes: number;
      readonly segments: number;
    }
  | {
      readonly kind: 'clock-jump';
      readonly node: number;
      readonly jumps: readonly number[];
      readonly everyMs: number;
    };

export type FaultKind = Fault['kind'];

export const FAULT_KINDS: readonly FaultKind[] = [
  'server-kill',
  'server-pause',
  'backend-terminate',
  'backend-kill',
  'postmaster-kill',
  'socket-tear',
  'socket-dead',
  'disk-full',
  'clock-jump',
];

export interface PlannedFault {
  /** Milliseconds after the beginning of the round. */
  readonly at: number;
  readonly fault: Fault;
}

export interface RoundPlan {
  readonly round: number;
  readonly faults: readonly PlannedFault[];
  /** Minimum time for which the workload runs, in milliseconds. */
  readonly workMs: number;
  /** Subscribers that crash and restart, by number, and when in milliseconds. */
  readonly crashes: readonly { readonly at: number; readonly subscriber: number }[];
}

/** Short description for the report. */
export function describeFault(fault: Fault): string {
  switch (fault.kind) {
    case 'server-kill':
      return `server-kill(${fault.node})`;
    case 'server-pause':
      return `server-pause(${fault.node} ${fault.ms} ms)`;
    case 'backend-terminate':
    case 'backend-kill':
      return `${fault.kind}(${fault.which})`;
    case 'postmaster-kill':
      return `postmaster-kill(${fault.all ? 'all' : 'alone'})`;
    case 'socket-tear':
      return `socket-${fault.tear}(${describeSide(fault.side)} ${fault.ms} ms)`;
    case 'socket-dead':
      return `socket-dead(${describeSide(fault.side)})`;
    case 'disk-full':
      return `disk-full(${fault.ms} ms${fault.segments > 0 ? ' WAL' : ''})`;
    case 'clock-jump':
      return `clock-jump(${fault.node} ${fault.jumps.map((jump) => `${jump / 1_000} s`).join(' ')})`;
  }
}

function describeSide(side: Side): string {
  if ('clients' in side) return `clients ${side.clients.join(',')}`;
  return 'node' in side ? `database of ${side.node}` : 'subscribers';
}
