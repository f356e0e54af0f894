import { join } from 'node:path';
import '@cotejo/testing/seed-once';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { Stage } from './stage.ts';

/** Pages of tests that failed; git ignores it. */
const PICTURES = join(import.meta.dirname, '../../tmp/e2e');

/**
 * A stage for all tests of a file. Who enters in a test is gone after it, who entered before the first stays.
 * `env` is asked when the stage opens: what was made in a `beforeAll` before it is there by then.
 * When a test fails, pictures of its pages stay in `tmp/e2e`.
 */
export function stageOfThisFile(env: () => Readonly<Record<string, string>> = () => ({})): () => Stage {
  let stage: Stage | null = null;
  beforeAll(async () => {
    stage = await Stage.open(inject('seededFolder'), env());
  });
  let stayed = 0;
  beforeEach(() => {
    stayed = stage?.crowd ?? 0;
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await stage?.photograph(PICTURES, task.name);
    await stage?.sendHome(stayed);
  });
  afterAll(() => stage?.close());
  return () => {
    if (!stage) throw new Error('the stage opens before the first test');
    return stage;
  };
}
