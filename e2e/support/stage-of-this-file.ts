import { join } from 'node:path';
import '@cotejo/testing/seed-once';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { Stage } from './stage.ts';

/** Screenshots of failed tests; ignored by git. */
const PICTURES = join(import.meta.dirname, '../../tmp/e2e');

/**
 * A stage for all tests of a file. Users entered during a test leave after it; those entered before the first
 * stay. `env` is evaluated when the stage opens, after earlier `beforeAll` hooks. Screenshots of failed tests
 * are kept in `tmp/e2e`.
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
