import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { changeLogExportQuery, changeLogQuery } from './change-log.ts';
import { changeRow } from './feeds.ts';
import {
  planAtAnswer,
  planAtQuery,
  planChangesAnswer,
  planChangesQuery,
  planRowsAnswer,
  planRowsQuery,
} from './history.ts';
import { AUDIT_PATH, TREE_DOCUMENT_PATH } from './paths.ts';
import { auditParams, readsLog, readsPlan, recordParams } from './record-params.ts';

const LOG = '/proyecto/riesgo/:model/:id/historial/';

/** The change log of a record. */
export const changeLogCalls = {
  /** A page of what is asked for of the log, newest first, before version `antes`. */
  history: defineCall({
    ...readsLog,
    path: LOG,
    params: recordParams,
    query: changeLogQuery,
    data: z.array(changeRow),
    refusals: ['audit_not_found'],
  }),
  /** What is asked for of the log as a file, oldest first; a header says what it proves. */
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

/** An audit's plan as it was, for users who may read it as it is. */
export const planHistoryCalls = {
  /** The plan at a version or moment. */
  planAt: defineCall({
    ...readsPlan,
    ...past,
    path: `${AUDIT_PATH}plan/`,
    query: planAtQuery,
    data: planAtAnswer,
  }),
  /** The same in rows, for clients that go from version to version: what differs from the one that they hold. */
  planRows: defineCall({
    ...readsPlan,
    ...past,
    path: `${AUDIT_PATH}plan/filas/`,
    query: planRowsQuery,
    data: planRowsAnswer,
  }),
  /** What differs between two versions. */
  changes: defineCall({
    ...readsLog,
    path: `${AUDIT_PATH}changes/`,
    params: auditParams,
    query: planChangesQuery,
    data: planChangesAnswer,
    refusals: ['audit_not_found', 'version_not_reached', 'versions_reversed'],
  }),
};

/** The tree document whole, for a browser that has none. */
export const treeDocumentCalls = {
  /** A Yjs update; headers say of which document, up to which version and with which chain link. */
  document: defineCall({
    ...readsPlan,
    path: TREE_DOCUMENT_PATH,
    params: auditParams,
    data: null,
    raw: true,
  }),
};
