export * from './access/audit-access.ts';
export * from './model/audit-mirror.ts';
export * from './model/audit-model.ts';
export * from './model/audit-overlay.ts';
export * from './model/audit-state.ts';
export * from './create/audit-templates.ts';
export * from './carry/carried-items.ts';
export * from './carry/carried-team.ts';
export * from './carry/carry-choices.ts';
export * from './carry/carry-intents.ts';
export * from './carry/shift-days.ts';
export { batchOf, refusalOfMassAssign, type Batch } from './model/batch.ts';
export { nextCode } from './items/codes.ts';
export * from './history/compare-plans.ts';
export { copiedValues, isCopied } from './copy/copied-values.ts';
export * from './copy/copy-intents.ts';
export { copiesOf } from './copy/copy-item.ts';
export * from './create/create-audit.ts';
export * from './create/create-evaluation.ts';
export { itemCreated, policyObjectOf, type ItemForPolicy } from './model/decision.ts';
export { deletedBranches, purgeable, TRASH_DAYS, type DeletedBranch } from './items/deleted-branches.ts';
export * from './items/display-name.ts';
export * from './history/plan-in-rows.ts';
export { isClosed, isFollowedUp, isReadOnly } from './model/gate.ts';
export { kernelRights, type IntentRights } from './access/intent-rights.ts';
export { isIcceLocked, lockOf, type ItemAction } from './items/item-locks.ts';
export { conclusionAfter } from './conclusion/conclusion-after.ts';
export { isDeletable, purgeableFrom, retainedUntil } from './lifecycle/remove-audit.ts';
export { actionBetween } from './lifecycle/action-between.ts';
export { isLate, isUnderWay } from './lifecycle/is-late.ts';
export {
  dueOfAudit,
  dueOfItem,
  GREEN_FROM,
  judgeProgress,
  ORANGE_FROM,
  type Due,
  type JudgedProgress,
  type ProgressLevel,
} from './lifecycle/progress-level.ts';
export {
  MOST_LISTED,
  openNotesIn,
  preCloseCheck,
  testsDone,
  type CheckedConclusion,
  type CountedItems,
  type OpenNotes,
  type PreCloseCheck,
  type PreClosePoint,
  type PreCloseRule,
} from './lifecycle/pre-close-check.ts';
export { isHandedOver } from './team/is-handed-over.ts';
export { owesDeclaration } from './team/owes-declaration.ts';
export { mayLend } from './access/lend-rights.ts';
export { firstPlaces, placeBetween } from './shared/list-places.ts';
export * from './model/model.ts';
export { moveLock, placeLock, type Placed } from './shared/places.ts';
export * from './status/progress.ts';
export * from './model/project.ts';
export * from './model/read-record.ts';
export { livingReferences, originalOf, resolved } from './shared/references.ts';
export * from './risk/index.ts';
export { sealsOf } from './signatures/seals-of.ts';
export { sizeAfter, VALUE_FIELD, valueField, valueOf, valuesAfter } from './items/set-values.ts';
export {
  cameTo,
  hasMarked,
  marksAfterStatus,
  marksAfterVoiding,
  marksOn,
  signsAnew,
  withMark,
  type VoidedBecause,
} from './signatures/signatures.ts';
export { markingIntent } from './signatures/sign-item.ts';
export { contentHashOf, signedContentOf } from './signatures/signed-content.ts';
export {
  allowedStatuses,
  notAllowed,
  permissionForStatus,
  statusAfterBeginning,
  statusAfterEdit,
  statusFamily,
  type StatusFamily,
} from './status/statuses.ts';
export {
  isLeftOut,
  stretchesAfter,
  stretchesOf,
  stretchOf,
  stretchesWith,
} from './stretches/stretches-of.ts';
export { allowedChildren, canContain, isDerivedType, isFixed, isRootGroup } from './items/structure.ts';
export { teamOfRecord, type FindPerson } from './model/team-of-record.ts';
export * from './model/tree.ts';
export { uuidOf } from './model/uuid-of.ts';
