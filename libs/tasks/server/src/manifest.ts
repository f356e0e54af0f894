import { serve, serverContext } from '@cotejo/record/server';
import { taskErrors } from '@cotejo/tasks-contracts';
import { taskRules } from '@cotejo/tasks-domain';
import { demoTasks } from './demo-tasks.ts';

export const tasksContext = serverContext('tasks', {
  records: [
    serve(taskRules, {
      ...{ errors: taskErrors, since: 1_769_000_000_000, version: 2 },
      added: [{ since: 1_797_600_001_000, fields: ['file'] }],
    }),
  ],
  demo: demoTasks,
});
