import { writeFileSync } from 'node:fs';

/**
 * Writes the number of passed and failed tests to the file TEST_COUNT_FILE. A file that can't be loaded and an error
 * outside any test count as one failure each, so that passing tests cannot hide them.
 */
export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    let passed = 0;
    let failed = unhandledErrors.length;
    for (const module of modules) {
      let failedHere = 0;
      for (const test of module.children.allTests()) {
        if (test.result().state === 'passed') passed += 1;
        // A skipped test proves nothing, so it counts as failed.
        else failedHere += 1;
      }
      failed += failedHere === 0 && module.state() === 'failed' ? 1 : failedHere;
    }
    writeFileSync(process.env.TEST_COUNT_FILE, JSON.stringify({ passed, failed }));
  }
}
