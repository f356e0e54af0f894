import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take from ten seconds to a minute, the longest first. Those that compute stand between those that
 * wait for a database, so that both go on at once and none is left alone at the end. A file that is missing here
 * is only later; one that is gone does no harm.
 */
const LONG = [
  'libs/audits/web/src/session/cluster.property.test.ts',
  'libs/platform/event-store/src/kurrent/kurrent-event-store.db.test.ts',
  'libs/platform/event-store/src/kurrent/kurrent-faults.db.test.ts',
  'libs/audits/web/src/session/mutants.property.test.ts',
  'libs/platform/event-store/src/postgres/postgres-event-store.db.test.ts',
  'libs/platform/database/src/start-embedded.db.test.ts',
  'libs/audits/web/src/session/cluster-of-others.property.test.ts',
  'libs/platform/event-store/src/kurrent/kurrent-archive.db.test.ts',
  'libs/platform/event-store/src/kurrent/kurrent-adapter.db.test.ts',
  'tools/simulate.test.mjs',
  'libs/platform/event-store/src/archive/tampering.db.test.ts',
  'libs/platform/event-store/src/archive/archive.db.test.ts',
  'libs/platform/projections/src/take-over.db.test.ts',
  'apps/server/src/kurrent-server.db.test.ts',
  'libs/platform/backup/src/restore-backup.db.test.ts',
  'apps/server/src/commands/backup/restore-drill.db.test.ts',
];

/** Vitest's order within each group, but the long files of all its projects before the rest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'));
      return at === -1 ? LONG.length : at;
    };
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => group(a) - group(b) || place(a) - place(b));
  }
}
