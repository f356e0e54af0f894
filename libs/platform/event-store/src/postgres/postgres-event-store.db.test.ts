import { specifyEventStore } from '../conformance/conformance.ts';
import { createPostgresLog } from '../conformance/postgres-log.ts';

specifyEventStore({ name: 'Postgres', isDurable: true, writingMs: 30_000, create: createPostgresLog });
