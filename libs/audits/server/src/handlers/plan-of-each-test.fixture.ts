import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { AuditsApp } from './audits-app.fixture.ts';
import { PlanApp } from './plan-app.fixture.ts';

/** One product for the tests of a file, and a new plan for each of them; nothing may have gone wrong at the end. */
export function planOfEachTest(give: (app: AuditsApp, plan: PlanApp) => void): void {
  let app: AuditsApp;
  beforeAll(async () => {
    app = await AuditsApp.open();
  });
  beforeEach(async () => give(app, await PlanApp.open(app)));
  afterAll(async () => {
    await app.close();
    expect(app.faults).toEqual([]);
  });
}
