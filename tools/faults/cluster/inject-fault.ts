import type { Fault, Side } from '../plan/fault.ts';
import type { Cluster } from './cluster.ts';
import type { Gate } from './gate.ts';
import { sleep } from './processes.ts';

export interface FaultScene {
  readonly cluster: Cluster;
  /** One gate per client, between it and the servers. */
  readonly clientGates: readonly Gate[];
  /** Picks an element by the round's random numbers. */
  readonly pick: (list: readonly number[]) => number;
}

/** Injects a fault and, if it lasts, ends it; resolves when it is over. False when this machine can't inject it. */
export async function injectFault(fault: Fault, scene: FaultScene): Promise<boolean> {
  const { cluster, pick } = scene;
  const { database } = cluster;
  switch (fault.kind) {
    case 'server-kill':
      nodeOf(cluster, fault.node).kill();
      return true;
    case 'server-pause':
      await pause(fault, scene);
      return true;
    // While another fault has stopped the database, there is no backend to end.
    case 'backend-terminate':
      await database.terminate(fault.which, pick).catch(() => undefined);
      return true;
    case 'backend-kill':
      await database.kill(fault.which, pick).catch(() => undefined);
      return true;
    case 'postmaster-kill':
      database.killPostmaster(fault.all);
      return true;
    case 'socket-tear':
      await tear(fault, scene);
      return true;
    case 'socket-dead':
      for (const gate of gatesOf(fault.side, scene)) gate.goDead();
      return true;
    case 'disk-full':
      return fillDisk(fault, cluster);
    case 'clock-jump':
      await jump(fault, cluster);
      return true;
  }
}

function nodeOf(cluster: Cluster, index: number) {
  const node = cluster.nodes[index % cluster.nodes.length];
  if (!node) throw new RangeError(`there is no node ${index}`);
  return node;
}

async function pause(fault: Extract<Fault, { kind: 'server-pause' }>, scene: FaultScene): Promise<void> {
  const { cluster, clientGates } = scene;
  const node = nodeOf(cluster, fault.node);
  if (!node.pause()) return;
  await sleep(fault.rerouteMs);
  cluster.shunned.add(node);
  for (const gate of clientGates) gate.cut(node.port ?? undefined);
  await sleep(fault.ms - fault.rerouteMs);
  node.resume();
  cluster.shunned.delete(node);
}

function gatesOf(side: Side, { cluster, clientGates }: FaultScene): readonly Gate[] {
  if ('clients' in side) return clientGates.filter((_, index) => side.clients.includes(index));
  if ('node' in side) return cluster.databaseGates.filter((_, index) => index === side.node);
  return [cluster.subscriberGate];
}

async function tear(fault: Extract<Fault, { kind: 'socket-tear' }>, scene: FaultScene): Promise<void> {
  const gates = gatesOf(fault.side, scene);
  for (const gate of gates) {
    switch (fault.tear) {
      case 'cut':
        gate.refuse();
        gate.cut();
        break;
      case 'stall':
        gate.stall();
        break;
      case 'delay':
        gate.delay(fault.ms / 6);
        break;
      case 'mute':
        gate.turnDeaf('far');
        break;
      case 'half-far':
        gate.loseFarHalf();
        break;
      case 'half-near':
        gate.loseNearHalf();
    }
  }
  await sleep(fault.ms);
  for (const gate of gates) gate.heal(fault.cuts);
}

async function fillDisk(fault: Extract<Fault, { kind: 'disk-full' }>, cluster: Cluster): Promise<boolean> {
  const { disk, database } = cluster;
  if (!disk) return false;
  await disk.fill(fault.spareBytes);
  try {
    if (fault.segments > 0) await Promise.race([database.switchSegments(fault.segments), sleep(fault.ms)]);
    await sleep(fault.ms);
  } finally {
    await disk.empty();
  }
  return true;
}

async function jump(fault: Extract<Fault, { kind: 'clock-jump' }>, cluster: Cluster): Promise<void> {
  const node = nodeOf(cluster, fault.node);
  for (const ahead of fault.jumps) {
    node.setClock(ahead);
    await sleep(fault.everyMs);
  }
  node.setClock(0);
}
