import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take from ten seconds to two minutes, the longest first. CPU-bound files start beside a file that waits
 * for a database; after them files of one kind follow each other, so that workers reuse loaded modules. A file missing
 * here merely starts later; an entry without a file is harmless.
 */
const LONG = [
  'libs/audits/web/src/session/simulation/mutants.property.test.ts',
  'libs/audits/web/src/session/simulation/cluster.property.test.ts',
  'libs/platform/event-store/src/kurrent/kurrent-event-store.db.test.ts',
  'libs/audits/web/src/session/simulation/cluster-of-others.property.test.ts',
  'apps/server/src/account-isolation/account-isolation.db.test.ts',
  'libs/platform/event-store/src/kurrent/kurrent-faults.db.test.ts',
  'libs/platform/event-store/src/postgres/postgres-event-store.db.test.ts',
  'libs/platform/database/src/start-embedded.db.test.ts',
  'libs/platform/event-store/src/kurrent/kurrent-archive.db.test.ts',
  'apps/server/src/fuzz/fuzz.db.test.ts',
  'libs/platform/backup/src/restore-backup.db.test.ts',
  'apps/server/src/commands/backup/restore-drill.db.test.ts',
  'libs/platform/event-store/src/archive/tampering.db.test.ts',
  'libs/platform/event-store/src/kurrent/kurrent-adapter.db.test.ts',
  'libs/audits/server/src/handlers/read-plan.db.test.ts',
  'libs/platform/projections/src/take-over.db.test.ts',
  'apps/server/src/nodes/kurrent-server.db.test.ts',
  'libs/access/server/src/sign-in/code-step.db.test.ts',
  'apps/server/src/access-table/access-table.db.test.ts',
  'libs/platform/event-store/src/archive/archive.db.test.ts',
  'apps/server/src/whole-server/worksheet-texts.db.test.ts',
  'e2e/worksheets-accessibility.e2e.ts',
  'e2e/attachments.e2e.ts',
  'e2e/notes.e2e.ts',
  'e2e/settings.e2e.ts',
  'e2e/accessibility.e2e.ts',
  'e2e/time-travel.e2e.ts',
  'e2e/offline.e2e.ts',
  'e2e/settings-accessibility.e2e.ts',
  'e2e/tree-actions.e2e.ts',
  'e2e/tree.e2e.ts',
  'e2e/plan-editing.e2e.ts',
  'e2e/tree-view.e2e.ts',
  'e2e/access-accessibility.e2e.ts',
  'e2e/operations.e2e.ts',
  'e2e/co-writing.e2e.ts',
  'e2e/four-people.e2e.ts',
];

/**
 * Vitest's order within each group, but with the long files of all its projects first. The remaining files are sorted
 * by project, since a worker is reused only within one project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'));
      return at === -1 ? LONG.length : at;
    };
    const sorted = await super.sort(files);
    return sorted.sort(
      (a, b) => group(a) - group(b) || place(a) - place(b) || a.project.name.localeCompare(b.project.name),
    );
  }
}
