import { requires } from '@cotejo/access-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { followUpPage, followUpQuery } from '../follow-up.ts';

/** Findings and action plans across audits. */
export const followUpCalls = {
  /**
   * Open findings and plans of the audits whose plan the caller may see, late ones first, then by impact and due date.
   * Without drafts of findings, which only the team sees.
   */
  open: defineCall({
    reach: 'account',
    method: 'GET',
    path: '/proyecto/riesgo/seguimiento/abiertos/',
    policy: requires('audits.list'),
    query: followUpQuery,
    data: followUpPage,
  }),
};
