import { rename, rm, truncate } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import {
  exportLog,
  readBrokenOffExport,
  type BrokenOffExport,
  type LogArchive,
} from '@cotejo/event-store/archive';
import { readSigningKey } from '../../seals/signing-key.ts';
import { words } from '../../terminal/words.ts';
import { CircumstanceError, UsageError } from '../command.ts';
import { exists, isGzip, pieces, readLogFile, writeLogFile } from './log-file.ts';
import { withLog } from './open-log.ts';
import { Course } from './course.ts';
import type { LogVerb } from './log-verb.ts';

/**
 * `log export <file|->`: written to a `.part` file until complete; `--resume` continues an interrupted
 * export.
 */
export const exportVerb: LogVerb = async ({ positionals, values }, { configuration, context }) => {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError();
  const { say, signal, patienceMs } = context;
  const toOutput = file === '-';
  if (!toOutput && (await exists(file))) throw new CircumstanceError(words('log.file_exists', { file }));
  const part = `${file}.part`;
  const resumes = values.resume === true && !toOutput && (await exists(part));
  if (!toOutput && !resumes && (await exists(part)))
    throw new CircumstanceError(words('log.part_exists', { file: part }));

  const signer = await readSigningKey(configuration);
  // Progress goes to stderr so that it does not mix with the piped export.
  const tell = toOutput ? context.complain : say;
  return withLog(configuration, { say: tell, signal, patienceMs }, 'app', async ({ archive }) => {
    const course = new Course('log.exporting', tell, toOutput ? process.stderr : process.stdout);
    const options = { signer, signal, onProgress: course.onProgress };
    try {
      if (toOutput) {
        await pipeline(pieces(exportLog(archive, options)), process.stdout, { signal, end: false });
      } else if (resumes) {
        await resume(archive, file, part, options);
      } else {
        await writeLogFile(part, exportLog(archive, options), { packed: isGzip(file), signal });
      }
    } catch (error) {
      course.end();
      if (!toOutput && (await exists(part)))
        context.complain(words('log.export_interrupted', { file: part }));
      throw error;
    }
    if (!toOutput) await rename(part, file);
    course.end();
    tell(words('log.exported', { file: toOutput ? 'stdout' : file, ...course.figures() }));
    if (!signer) tell(words('log.exported_unsealed'));
    return 0;
  });
};

async function resume(
  archive: LogArchive,
  file: string,
  part: string,
  options: NonNullable<Parameters<typeof exportLog>[1]>,
): Promise<void> {
  const packed = isGzip(file);
  const lines = () => readLogFile(part, { dropCut: true }, packed);
  const brokenOff = await readBrokenOffExport(lines());
  if (brokenOff.isComplete) return;
  const rest = exportLog(archive, { ...options, resume: brokenOff });
  if (!packed) {
    await truncate(part, brokenOff.bytes);
    await writeLogFile(part, rest, {
      packed,
      append: true,
      ...(options.signal && { signal: options.signal }),
    });
    return;
  }
  // A truncated gzip file cannot be appended to: its intact lines are packed again.
  const again = `${part}.again`;
  await rm(again, { force: true });
  await writeLogFile(again, both(lines(), brokenOff, rest), {
    packed,
    ...(options.signal && { signal: options.signal }),
  });
  await rename(again, part);
}

async function* both(
  lines: AsyncIterable<string>,
  kept: Pick<BrokenOffExport, 'lines'>,
  rest: AsyncIterable<string>,
): AsyncGenerator<string, void, undefined> {
  let line = 0;
  for await (const text of lines) {
    if (++line > kept.lines) break;
    yield `${text}\n`;
  }
  yield* rest;
}
