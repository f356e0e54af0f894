import type { ChangeRow } from '../feeds.ts';
import { changedValues, saidValues } from './changed-values.ts';

/**
 * Variant of the text `change.<type>` for a row of the change log (the `context` of i18next), chosen from its
 * detail as described at `changeRow`. The texts interpolate those details, with codes of statuses, types,
 * roles and treatments already translated.
 */
export function changeVariant({ type, detail }: Pick<ChangeRow, 'type' | 'detail'>): string | undefined {
  switch (type) {
    case 'AuditStatusChanged':
      if (detail['because'] === 'close' && detail['reason'] != null) return 'close_reason';
      return textOf(detail['because']);
    case 'AuditRated':
      if (detail['rating'] == null) return 'none';
      return detail['ratingFrom'] == null ? 'first' : undefined;
    case 'AuditConcluded':
      if (detail['isEmpty'] === true) return 'none';
      return detail['wasEmpty'] === true ? 'first' : undefined;
    case 'ConclusionSignatureVoided':
      return textOf(detail['because']);
    case 'AuditDeleted':
      return detail['reason'] == null ? undefined : 'reason';
    case 'TeamMemberChanged':
      if (detail['isActive'] !== detail['isActiveFrom'])
        return detail['isActive'] === true ? 'activated' : 'deactivated';
      return detail['teamRole'] === detail['teamRoleFrom'] ? undefined : 'role';
    case 'IndependenceDeclared':
      return detail['hasThreats'] === true ? 'threats' : undefined;
    case 'SprintSet':
    case 'VisitSet':
      if (detail['isRemoved'] === true) return 'removed';
      if (detail['wasRemoved'] === true) return 'restored';
      return detail['isNew'] === true ? 'added' : undefined;
    case 'OperationStarted':
    case 'OperationFinished':
    case 'OperationDiscarded':
      return textOf(detail['what']);
    case 'TreeItemCreated':
      if (detail['parent'] == null) return 'top';
      if (detail['itemType'] === 'reference' || detail['itemType'] === 'link') return 'shared';
      return detail['copied'] === true ? 'copied' : undefined;
    case 'TreeItemRenamed':
      return detail['overwrote'] != null ? 'overwrote' : undefined;
    case 'TreeItemRecoded':
      if (detail['code'] == null) return 'none';
      return detail['from'] == null ? 'first' : undefined;
    case 'TreeItemMoved':
      if (detail['reordered'] !== true) return undefined;
      return detail['parent'] == null ? 'reordered_top' : 'reordered';
    case 'TreeItemAssigned':
      return detail['assignee'] == null ? 'nobody' : undefined;
    case 'AuditScheduled':
    case 'TreeItemScheduled':
      if (detail['startDate'] == null) return detail['endDate'] == null ? 'none' : 'end';
      return detail['endDate'] == null ? 'start' : undefined;
    case 'TreeItemAllotted':
      return `${textOf(detail['kind']) ?? 'visit'}${detail['isIn'] === true ? '' : '_out'}`;
    case 'ItemValuesSet':
      return valuesVariant({ detail });
    case 'ItemSigned':
      return textOf(detail['mark']);
    case 'SignaturesVoided':
      return detail['author'] === undefined ? textOf(detail['because']) : 'written';
    case 'TextRevised':
      if (detail['author'] === undefined) return undefined;
      return detail['together'] === true ? 'together' : 'others';
    case 'TreeItemDeleted':
    case 'TreeItemPurged':
      return Number(detail['items']) > 1 ? 'branch' : undefined;
    case 'FindingTreatmentChosen':
    case 'PlanTreatmentChosen':
      return detail['treatment'] === null ? 'open' : textOf(detail['treatment']);
    default:
      return undefined;
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function valuesVariant(row: Pick<ChangeRow, 'detail'>): string | undefined {
  const said = saidValues(row);
  const [place] = changedValues(row);
  if (place && said.length === 0) {
    if (place.to === null) return 'removed';
    return place.from === null ? 'added' : 'reordered';
  }
  const { detail } = row;
  // A change of one value has it in its detail, too.
  const [only = { to: detail['value'], from: detail['from'], overwrote: detail['overwrote'] }] = said;
  if ((place ? said.length : Number(detail['values'])) > 1) return 'many';
  if (only.to == null) return 'none';
  if (only.overwrote != null) return 'overwrote';
  return only.from == null ? 'first' : undefined;
}
