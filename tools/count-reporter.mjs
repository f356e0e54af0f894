import { writeFileSync } from 'node:fs';

/**
 * Counts every test of a run into the file named by TEST_COUNT_FILE. A file that can't be loaded and an
 * error outside any test count as one failure each: neither may hide behind tests that passed.
 */
export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    let passed = 0;
    let failed = unhandledErrors.length;
    for (const module of modules) {
      let failedHere = 0;
      for (const test of module.children.allTests()) {
        if (test.result().state === 'passed') passed += 1;
        // A skipped test proves nothing: it is not let through.
        else failedHere += 1;
      }
      failed += failedHere === 0 && module.state() === 'failed' ? 1 : failedHere;
    }
    writeFileSync(process.env.TEST_COUNT_FILE, JSON.stringify({ passed, failed }));
  }
}
