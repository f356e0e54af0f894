import { importLog, verifyExport } from '@cotejo/event-store/archive';
import { words } from '../../terminal/words.ts';
import { CircumstanceError, UsageError } from '../command.ts';
import { Course } from './course.ts';
import { readLogFile } from './log-file.ts';
import { withLog } from './open-log.ts';
import { keysToTrust } from './trusted-keys.ts';
import { faultInWords, summaryTable } from './verify.ts';
import type { LogVerb } from './log-verb.ts';

/**
 * `log import <file>`: the file is verified completely before the first event is written, and again while
 * writing.
 */
export const importVerb: LogVerb = async ({ positionals, values }, { configuration, context }) => {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError();
  const { say, complain, signal } = context;
  // Without `--key` the seals only have to be genuine; `log verify` checks whether their keys are trusted.
  const trustedKeys = values.key === undefined ? null : await keysToTrust(values.key, configuration);

  const reading = new Course('log.verifying', say);
  const { fault } = await verifyExport(readLogFile(file), {
    trustedKeys,
    signal,
    onProgress: reading.onProgress,
  }).finally(() => reading.end());
  if (fault) {
    complain(faultInWords(fault));
    complain(words('log.nothing_imported'));
    return 1;
  }
  return withLog(configuration, context, 'owner', async ({ archive, besideServer }) => {
    if (besideServer) throw new CircumstanceError(words('log.stop_server'));
    const course = new Course('log.importing', say);
    const { summary, written, identity } = await importLog(archive, readLogFile(file), {
      trustedKeys,
      signal,
      onProgress: course.onProgress,
    }).finally(() => course.end());
    say(summaryTable(summary));
    const { seconds, rate } = course.figures(summary.events);
    say(words('log.imported', { written, there: summary.events - written, seconds, rate, ...identity }));
    return 0;
  });
};
