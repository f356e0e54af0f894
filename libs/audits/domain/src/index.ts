export * from './audit-access.ts';
export * from './audit-mirror.ts';
export * from './audit-model.ts';
export * from './audit-overlay.ts';
export * from './audit-state.ts';
export * from './audit-templates.ts';
export { batchOf, type Batch } from './batch.ts';
export { nextCode } from './codes.ts';
export * from './compare-plans.ts';
export { copiedValues, isCopied } from './copied-values.ts';
export * from './copy-intents.ts';
export { copiesOf } from './copy-item.ts';
export * from './create-audit.ts';
export * from './create-evaluation.ts';
export { itemCreated, policyObjectOf, type ItemForPolicy } from './decision.ts';
export { deletedBranches, purgeable, TRASH_DAYS, type DeletedBranch } from './deleted-branches.ts';
export * from './display-name.ts';
export * from './plan-in-rows.ts';
export { isClosed, isFollowedUp, isReadOnly } from './gate.ts';
export { kernelRights, type IntentRights } from './intent-rights.ts';
export { isIcceLocked, lockOf, type ItemAction } from './item-locks.ts';
export { actionBetween } from './lifecycle/action-between.ts';
export { isLate, isUnderWay } from './lifecycle/is-late.ts';
export {
  openNotesIn,
  preCloseCheck,
  type OpenNotes,
  type PreCloseCheck,
  type PreClosePoint,
  type PreCloseRule,
} from './lifecycle/pre-close-check.ts';
export { mayLend } from './lend-rights.ts';
export { firstPlaces, placeBetween } from './list-places.ts';
export * from './model.ts';
export { moveLock, placeLock, type Placed } from './places.ts';
export * from './progress.ts';
export * from './project.ts';
export * from './read-record.ts';
export { livingReferences, originalOf, resolved } from './references.ts';
export * from './risk/index.ts';
export { sealsOf } from './seals-of.ts';
export { sizeAfter, VALUE_FIELD, valueField, valueOf, valuesAfter } from './set-values.ts';
export {
  cameTo,
  hasMarked,
  marksAfterStatus,
  marksAfterVoiding,
  marksOn,
  signsAnew,
  withMark,
  type VoidedBecause,
} from './signatures.ts';
export { markingIntent } from './sign-item.ts';
export { contentHashOf, signedContentOf } from './signed-content.ts';
export {
  allowedStatuses,
  notAllowed,
  permissionForStatus,
  statusAfterBeginning,
  statusAfterEdit,
  statusFamily,
  type StatusFamily,
} from './statuses.ts';
export {
  isLeftOut,
  stretchesAfter,
  stretchesOf,
  stretchOf,
  stretchesWith,
} from './stretches/stretches-of.ts';
export { allowedChildren, canContain, isDerivedType, isFixed, isRootGroup } from './structure.ts';
export { teamOfRecord, type FindPerson } from './team-of-record.ts';
export * from './tree.ts';
export { uuidOf } from './uuid-of.ts';
