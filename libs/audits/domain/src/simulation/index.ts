export { clusterProperty, newTally, type Tally } from './cluster-property.ts';
export { Connection, type ClientFrame, type ServerFrame } from './frames.ts';
export { MUTANTS } from './mutants.ts';
export { productParts, type ClientManners } from './parts.ts';
export type { Release } from './releases.ts';
export { OTHER_RECORDS, PLANS, type Schedule } from './schedule.ts';
export type { Browsers, Intent, MakeBrowsers, Seat, SimulatedClient } from './simulated-client.ts';
export { keyOf, type SimulatedNode } from './simulated-node.ts';
export { API_USER, principalOf } from './simulated-people.ts';
