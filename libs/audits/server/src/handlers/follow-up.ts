import type { Principal } from '@cotejo/access-contracts';
import { followUpTypeOf, isEvaluation, type followUpCalls } from '@cotejo/audits-contracts';
import type { Handlers } from '@cotejo/http/server';
import { dayIn, TIME_ZONE } from '@cotejo/i18n';
import type { AuditsServices } from '../audits-services.ts';
import { mayList, rightsIn } from '../policy/audit-policy.ts';
import { listOpenFollowUp } from '../read-models/reads/read-follow-up.ts';
import { listGuarded } from '../read-models/reads/read-whereabouts.ts';
import { toFollowUpRow } from '../wire/follow-up-mapping.ts';

/** Handlers of findings and action plans across audits. */
export const followUpHandlers = ({
  db,
  clock,
}: AuditsServices): Handlers<typeof followUpCalls, Principal> => ({
  open: async ({ principal, query: { q, item_tipo: type, pagina: page, por_pagina: size } }) => {
    const audits = (await listGuarded(db, principal)).filter(
      (record) =>
        !isEvaluation(record.recordType) &&
        mayList(principal, record) &&
        rightsIn(principal, record)('plan.access'),
    );
    const { rows, total } = await listOpenFollowUp(
      db,
      principal.accountId,
      audits.map(({ id }) => id),
      {
        ...{ q, type: type === undefined ? null : followUpTypeOf(type) },
        ...{ offset: (page - 1) * size, limit: size },
      },
      dayIn(TIME_ZONE, clock()),
    );
    const paginas = Math.max(1, Math.ceil(total / size));
    return { filas: rows.map(toFollowUpRow), total, pagina: page, paginas };
  },
});
