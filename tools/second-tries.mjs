/** Tests that may need a second try in one run: a single flake is the machine's, several are a fault to be found. */
export const SECOND_TRIES_ALLOWED = 3;

/**
 * Lists the tests that failed at first and passed when Vitest ran them again, each with its first failure, and fails
 * the run when there are more than allowed. Only browser tests have a second try (`vitest.config.ts`).
 */
export default class SecondTries {
  onTestRunEnd(modules) {
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests('passed')].filter((test) => test.diagnostic()?.flaky),
    );
    if (flaky.length === 0) return;
    const lines = flaky.flatMap((test) => [
      `   ${test.module.relativeModuleId} > ${test.fullName}`,
      ...firstFailure(test).map((line) => `      ${line}`),
    ]);
    const verdict =
      flaky.length > SECOND_TRIES_ALLOWED ? `; only ${SECOND_TRIES_ALLOWED} are allowed: the run fails` : '';
    process.stdout.write(`\n${flaky.length} flaky${verdict}\n${lines.join('\n')}\n\n`);
    if (flaky.length > SECOND_TRIES_ALLOWED) process.exitCode = 1;
  }
}

/** Message and place of the error of a test's first try. */
function firstFailure(test) {
  const error = test.result().errors?.[0];
  if (!error) return ['no error was kept'];
  const place = error.stacks?.[0];
  return [
    ...`${error.name}: ${error.message}`.split('\n'),
    ...(place ? [`at ${place.file}:${place.line}:${place.column}`] : []),
  ];
}
