import type { Principal, UserId } from '@cotejo/access-contracts';
import { auditErrors, type AuditId, type ChangedTeam, type teamCalls } from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import type { Handlers } from '@cotejo/http/server';
import type { AuditsServices } from '../audits-services.ts';
import { changeTree, type Changed } from '../change/change-tree.ts';
import { admitToAudit } from '../policy/admit-to-audit.ts';
import { findAudits } from '../read-models/reads/list-audits.ts';
import { readCommitments } from '../read-models/reads/read-commitments.ts';
import { readWholeTeam } from '../read-models/reads/read-team.ts';
import { People } from '../wire/people.ts';
import { setMemberOf, toCommitment, toTeam } from '../wire/team-mapping.ts';

/** The team of a record. */
export function teamHandlers(services: AuditsServices): Handlers<typeof teamCalls, Principal> {
  const { db, directory, texts } = services;
  return {
    list: async ({ principal, params: { model, id } }) => {
      const entry = await admitToAudit(db, principal, id, 'plan.access', model);
      const team = await readWholeTeam(db, principal.accountId, id);
      return toTeam(texts, entry, team, principal, new People(directory, principal.accountId));
    },
    commitments: async ({ principal, params: { model, id, usuario } }) => {
      await admitToAudit(db, principal, id, 'plan.team__edit', model);
      const { accountId } = principal;
      if (directory.person(accountId, usuario) === null) throw new Refusal(auditErrors, 'member_not_found');
      const commitments = await readCommitments(db, accountId, usuario, id);
      const audits = await findAudits(
        db,
        principal,
        commitments.map(({ audit }) => audit),
      );
      const byId = new Map(audits.map((entry) => [entry.id, entry]));
      return commitments.map((one) => toCommitment(one, byId.get(one.audit), principal));
    },
    add: async (asked) => {
      const { model, id } = asked.params;
      const { usuario, ...body } = asked.body;
      await admitToAudit(db, asked.principal, id, 'plan.access', model);
      const changed = await changeTree(services, asked, id, ({ team }) => {
        if (team.has(usuario))
          throw new Refusal(auditErrors, 'already_in_team', { details: { campo: 'usuario' } });
        return [{ ...setMemberOf(usuario, body), isActive: true }];
      });
      return answerOf(usuario, id, changed);
    },
    change: async (asked) => {
      const { model, id, usuario } = asked.params;
      await admitToAudit(db, asked.principal, id, 'plan.access', model);
      const changed = await changeTree(services, asked, id, ({ members }) => {
        if (!members.has(usuario)) throw new Refusal(auditErrors, 'not_in_team');
        return [setMemberOf(usuario, asked.body)];
      });
      return answerOf(usuario, id, changed);
    },
    declare: async (asked) => {
      const { model, id } = asked.params;
      await admitToAudit(db, asked.principal, id, 'plan.access', model);
      const intent = { kind: 'declare_independence', threats: asked.body.amenazas } as const;
      const changed = await changeTree(services, asked, id, () => [intent]);
      return answerOf(asked.principal.userId, id, changed);
    },
  };
}

const answerOf = (usuario: UserId, auditoria: AuditId, { version, projected }: Changed): ChangedTeam => ({
  usuario,
  auditoria,
  version,
  projected,
});
