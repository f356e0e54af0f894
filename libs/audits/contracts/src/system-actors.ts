/** Tasks of the server itself, and those that its operator starts. */
export const SYSTEM_TASKS = ['trash', 'compaction', 'texts', 'operator'] as const;
export type SystemTask = (typeof SYSTEM_TASKS)[number];

const PREFIX = 'system:';

/** Author of system changes, in place of a user id. Texts: `systemActors.<task>`. */
export const systemActor = (task: SystemTask): `system:${SystemTask}` => `${PREFIX}${task}`;

/** The task behind an author's id; null for a user. */
export const systemTaskOf = (actor: string): SystemTask | null =>
  SYSTEM_TASKS.find((task) => actor === systemActor(task)) ?? null;
