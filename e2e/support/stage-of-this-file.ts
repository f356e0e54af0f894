import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { Stage } from './stage.ts';

/** Pages of tests that failed; git ignores it. */
const PICTURES = join(import.meta.dirname, '../../tmp/e2e');

/** A stage for all tests of a file; when one fails, pictures of its pages stay in `tmp/e2e`. */
export function stageOfThisFile(): () => Stage {
  let stage: Stage | null = null;
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await stage?.photograph(PICTURES, task.name);
  });
  afterAll(() => stage?.close());
  return () => {
    if (!stage) throw new Error('the stage opens before the first test');
    return stage;
  };
}
