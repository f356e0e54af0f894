/**
 * Test files that share no worker with others: they replace a module or a global (IndexedDB, random numbers) to which
 * other files keep references once loaded. All other files must restore every global that they change.
 */
export const ALONE = [
  'apps/server/src/commands/create-administrator.test.ts',
  'libs/audits/web/src/session/simulation/cluster.property.test.ts',
  'libs/audits/web/src/session/simulation/cluster-of-others.property.test.ts',
  'libs/audits/web/src/session/simulation/mutants.property.test.ts',
  'libs/audits/web/src/session/kept-undo.test.ts',
  'libs/audits/web/src/session/offline.test.ts',
  'libs/platform/documents/src/server/write-document.test.ts',
  'libs/platform/files/src/client/upload-shelf.test.ts',
  'libs/platform/rooms/src/client/base-cache.test.ts',
  'libs/platform/rooms/src/client/first-load.test.ts',
  'libs/platform/rooms/src/client/kept-records.test.ts',
  'libs/platform/rooms/src/client/outbox.test.ts',
  'libs/platform/rooms/src/client/room-connection.test.ts',
  'libs/platform/rooms/src/client/send-unsent.test.ts',
];

/** Files of this kind that need a database. */
export const ALONE_WITH_DATABASE = [
  'apps/server/src/commands/create-administrator.db.test.ts',
  'libs/access/server/src/sign-in/namesakes.db.test.ts',
  'libs/platform/texts/src/client/text-connection.db.test.ts',
  'libs/platform/texts/src/server/converge.db.test.ts',
];

/** Files of this kind that test screens. */
export const ALONE_ON_SCREEN = [
  'libs/audits/web/src/plan/tray/ask-or-recall.dom.test.ts',
  'libs/audits/web/src/plan/toolbar/use-filter-in-address.test.tsx',
  'libs/audits/web/src/plan/tray/left-behind.test.tsx',
  'libs/worksheets/web/src/lists/lists.test.tsx',
  'libs/worksheets/web/src/signatures/signature-bar.test.tsx',
];
