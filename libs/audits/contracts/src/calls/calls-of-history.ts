import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { changeLogExportQuery, changeLogQuery } from '../change-log/change-log.ts';
import { changeRow } from '../feeds.ts';
import {
  planAtAnswer,
  planAtQuery,
  planChangesAnswer,
  planChangesQuery,
  planRowsAnswer,
  planRowsQuery,
} from '../history.ts';
import { AUDIT_PATH, TREE_DOCUMENT_PATH } from '../paths.ts';
import { auditParams, readsLog, readsPlan, recordParams } from './record-params.ts';

const LOG = '/proyecto/riesgo/:model/:id/historial/';

/** The change log of a record. */
export const changeLogCalls = {
  /** A page of the filtered log, newest first, before version `antes`. */
  history: defineCall({
    ...readsLog,
    path: LOG,
    params: recordParams,
    query: changeLogQuery,
    data: z.array(changeRow),
    refusals: ['audit_not_found'],
  }),
  /** The filtered log as a file, oldest first; a header contains the proof of its integrity. */
  export: defineCall({
    ...readsLog,
    path: `${LOG}exportar/`,
    params: recordParams,
    query: changeLogExportQuery,
    data: z.string().meta({ contentMediaType: 'application/octet-stream' }),
    raw: true,
    refusals: ['audit_not_found', 'log_too_long'],
  }),
};

const past = { params: auditParams, refusals: ['audit_not_found', 'version_not_reached', 'not_created_yet'] };

/** Past versions of an audit's plan, for users who may read the present one. */
export const planHistoryCalls = {
  /** The plan at a version or moment. */
  planAt: defineCall({
    ...readsPlan,
    ...past,
    path: `${AUDIT_PATH}plan/`,
    query: planAtQuery,
    data: planAtAnswer,
  }),
  /**
   * The plan in rows, for clients that step between versions: the difference from the plan that they hold.
   */
  planRows: defineCall({
    ...readsPlan,
    ...past,
    path: `${AUDIT_PATH}plan/filas/`,
    query: planRowsQuery,
    data: planRowsAnswer,
  }),
  /** Differences between two versions. */
  changes: defineCall({
    ...readsLog,
    path: `${AUDIT_PATH}changes/`,
    params: auditParams,
    query: planChangesQuery,
    data: planChangesAnswer,
    refusals: ['audit_not_found', 'version_not_reached', 'versions_reversed'],
  }),
};

/** The whole tree document, for a browser without a cached one. */
export const treeDocumentCalls = {
  /** A Yjs update; headers contain the document's id, the version and the chain link. */
  document: defineCall({
    ...readsPlan,
    path: TREE_DOCUMENT_PATH,
    params: auditParams,
    data: null,
    raw: true,
  }),
};
