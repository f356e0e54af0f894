/** What the server does to audits by itself, and what whoever runs it orders. */
export const SYSTEM_TASKS = ['trash', 'compaction', 'texts', 'operator'] as const;
export type SystemTask = (typeof SYSTEM_TASKS)[number];

const PREFIX = 'system:';

/** The author of what the server did by itself, where others have a user id. Texts: `systemActors.<task>`. */
export const systemActor = (task: SystemTask): `system:${SystemTask}` => `${PREFIX}${task}`;

/** The task behind an author's id; null for a person. */
export const systemTaskOf = (actor: string): SystemTask | null =>
  SYSTEM_TASKS.find((task) => actor === systemActor(task)) ?? null;
