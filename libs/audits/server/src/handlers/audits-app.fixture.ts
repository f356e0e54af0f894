import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Global, Module, type INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { AccessDirectory, Person, Principal, Role, UserId } from '@cotejo/access-contracts';
import { mayHold } from '@cotejo/access-domain';
import {
  auditDetail,
  DEFAULT_RATING_SCALE,
  SealedWords,
  type AuditId,
  type IntentSealer,
  type NoteCounts,
  type EvidenceIndex,
  type ItemId,
  type NoteTallies,
  type SealedText,
  type SealedTexts,
} from '@cotejo/audits-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { createAuditModel } from '@cotejo/audits-domain';
import { workCalendar } from '@cotejo/structure-domain';
import { documentLimiter } from '@cotejo/documents/server';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import {
  AUTHENTICATOR,
  ErrorTexts,
  HttpModule,
  PostgresAnswerJournal,
  type AnswerJournal,
  type Authenticator,
} from '@cotejo/http/server';
import { LiveHub, TopicRegistry, type WakeSource } from '@cotejo/live/server';
import { PresenceRoll } from '@cotejo/rooms/server';
import request from 'supertest';
import { z } from 'zod';
import { auditListTopic, evaluationListTopic } from '../feeds/audit-list-topic.ts';
import { AUDIT_PRESENCE_WAKE, auditPresenceTopic } from '../feeds/audit-presence-topic.ts';
import { auditSummaryTopic } from '../feeds/audit-summary-topic.ts';
import { auditTeamTopic } from '../feeds/audit-team-topic.ts';
import { auditTimeTopic } from '../feeds/audit-time-topic.ts';
import { changeLogTopic } from '../feeds/change-log-topic.ts';
import { ownPlansTopic } from '../feeds/own-plans-topic.ts';
import { newAccount, newPeople, principalOf } from '../read-models/invented-history.fixture.ts';
import { projectedDatabase, type ProjectedDatabase } from '../read-models/projected-database.fixture.ts';
import { AuditRooms } from '../room/audit-rooms.ts';
import type { AuditsServices } from '../audits-services.ts';
import { auditControllers } from '../audit-controllers.ts';
import { AuditFillings } from '../carry/audit-fillings.ts';
import { otherAudits } from '../copy/other-audits.ts';

export const BASE = '/api/proyecto/riesgo/auditoria';
export const account = newAccount();
const elsewhere = newAccount();
const roles: Record<string, Role> = {
  claudia: 'manager',
  andres: 'leader',
  laura: 'auditor',
  hernan: 'guest',
  oscar: 'auditor',
  marta: 'owner',
  julian: 'owner',
  beatriz: 'admin',
};
/** Roles of the users of another account; each user is named after their role. */
export const STRANGERS: readonly Role[] = ['admin', 'manager', 'leader', 'auditor', 'guest', 'owner'];
const ids = new Map(Object.keys(roles).map((name): [string, UserId] => [name, newPeople(1)[0] as UserId]));
export const idOf = (name: string): UserId => ids.get(name) as UserId;

/** Principals by token (the user's name); `stranger` belongs to another account. */
export const principals = new Map<string, Principal>(
  Object.entries(roles).map(([name, role]) => [name, principalOf(account, idOf(name), role)]),
);
principals.set('stranger', principalOf(elsewhere, newPeople(1)[0] as UserId, 'manager'));
for (const role of STRANGERS) {
  principals.set(`stranger-${role}`, principalOf(elsewhere, newPeople(1)[0] as UserId, role));
}

/** As they are before a test changes them. */
const givenPrincipals = new Map(principals);

const personOf = (name: string, { accountId, userId, role }: Principal): Person => ({
  id: userId,
  accountId,
  username: name,
  firstName: `${name[0]?.toUpperCase()}${name.slice(1)}`,
  lastName: 'Prueba',
  initials: name.slice(0, 2).toUpperCase(),
  role,
  userType: 'auditor',
  active: true,
  position: null,
});
const people = [...principals].map(([name, principal]) => personOf(name, principal));

const directory: AccessDirectory = {
  person: (of, id) => people.find((person) => person.accountId === of && person.id === id) ?? null,
  people: (of) => people.filter((person) => person.accountId === of),
  timeZone: () => 'America/Bogota',
  principalOfSession: () => null,
  principalOf: (of, id) =>
    [...principals.values()].find((one) => one.accountId === of && one.userId === id) ?? null,
  onSessionEnded: () => () => undefined,
};

export const authenticator: Authenticator<Principal> = {
  async authenticate(token) {
    const principal = principals.get(token);
    if (!principal) throw new Refusal(httpErrors, 'token_invalid');
    return principal;
  },
  may: mayHold,
};

@Global()
@Module({ providers: [{ provide: AUTHENTICATOR, useValue: authenticator }], exports: [AUTHENTICATOR] })
class TestAccessModule {}

export const createdAudit = z.object({
  data: auditDetail.extend({ projected: z.literal(true) }),
  status: z.literal(201),
});
export type CreatedAuditAnswer = z.infer<typeof createdAudit>['data'];

export const bodyOf = (changes: Readonly<Record<string, unknown>> = {}) => ({
  nombre: 'Compras y pagos',
  plantilla: 'estandar',
  fecha_inicio: '2026-02-01',
  fecha_fin: '2026-06-30',
  horas_presupuestadas: 480,
  lider: idOf('andres'),
  procesos: ['Selección de proveedores'],
  ...changes,
});

export interface CallOptions {
  readonly name?: string;
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Review-note counts set by a test. */
export class GivenNotes implements NoteTallies {
  readonly counts = new Map<AuditId, NoteCounts>();
  async countNotes(): Promise<ReadonlyMap<AuditId, NoteCounts>> {
    return this.counts;
  }
}

/** Items with evidence, set by a test. */
export class GivenEvidence implements EvidenceIndex {
  readonly items = new Set<ItemId>();
  async evidenced(): Promise<ReadonlySet<ItemId> | null> {
    return this.items;
  }
}

/** Sealed texts in memory, in place of the vault. */
class GivenTexts implements SealedTexts {
  private readonly bodies = new Map<string, string>();

  readonly sealThreats: IntentSealer = (intents) =>
    Promise.resolve(
      intents.map(({ threats }) => new SealedWords(typeof threats === 'string' ? [this.seal(threats)] : [])),
    );

  read(_: string, seals: readonly SealedText[]) {
    return Promise.resolve(seals.map(({ ref }) => ({ body: this.bodies.get(ref) ?? null })));
  }

  private seal(body: string): SealedText {
    const ref = crypto.randomUUID();
    this.bodies.set(ref, body);
    return { ref, hash: 'a'.repeat(64), length: body.length };
  }
}

/** The calls and feeds of audits over a real Postgres, listening on a port of its own. */
export class AuditsApp {
  private constructor(
    readonly base: ProjectedDatabase,
    readonly rooms: AuditRooms,
    readonly hub: LiveHub<Principal>,
    private readonly app: INestApplication,
    readonly url: string,
    /** Faults logged by the server; tests expect none. */
    readonly faults: readonly unknown[],
    private readonly isBeside: boolean,
    /** Days by which the server's clock is ahead. */
    readonly ahead: { days: number },
    readonly services: AuditsServices,
    readonly notes: GivenNotes,
    readonly evidence: GivenEvidence,
    /** Presence in rooms, set by tests. */
    readonly present: PresenceRoll,
  ) {}

  /** @param beside starts another node of the same installation, sharing that app's database */
  static async open(beside?: AuditsApp, journal?: AnswerJournal): Promise<AuditsApp> {
    const base = beside?.base ?? (await projectedDatabase());
    const { store, db, runner, signals } = base;
    const ahead = { days: 0 };
    const clock = (): Date => new Date(Date.now() + ahead.days * 24 * 60 * 60_000);
    const texts = new GivenTexts();
    const sealers = { declare_independence: texts.sealThreats };
    const rooms = new AuditRooms({ store, model: createAuditModel(), directory, clock, sealers });
    rooms.consult(otherAudits(db));
    const notes = new GivenNotes();
    const evidence = new GivenEvidence();
    const words = [auditsContractsTranslations];
    const services: AuditsServices = {
      ...{ store, db, rooms, directory, clock, notes, evidence, words, texts },
      projection: runner,
      ratings: async () => DEFAULT_RATING_SCALE,
      documents: documentLimiter(),
      calendars: { of: async () => workCalendar([], []) },
      fillings: new AuditFillings({ rooms, projection: runner }),
    };
    const faults: unknown[] = [];
    const present = new PresenceRoll({ node: 'this', send: async () => undefined });
    const topics = new TopicRegistry<Principal>()
      .register(auditListTopic(db, directory, notes))
      .register(evaluationListTopic(db, directory, notes))
      .register(auditSummaryTopic(services))
      .register(auditTeamTopic(db, directory, texts))
      .register(auditTimeTopic(db, directory))
      .register(auditPresenceTopic({ db, directory, rooms: present }))
      .register(changeLogTopic(db, directory))
      .register(ownPlansTopic(db));
    const log = { warn: (facts: object) => void faults.push(facts) };
    const wake: WakeSource = {
      onProjected(listener) {
        const stops = [signals.onProjected(listener), present.onChanged(() => listener(AUDIT_PRESENCE_WAKE))];
        return () => stops.forEach((stop) => stop());
      },
    };
    const hub = new LiveHub({ topics, wake, log, may: mayHold });
    const testing = await Test.createTestingModule({
      imports: [
        TestAccessModule,
        HttpModule.register({
          texts: new ErrorTexts(),
          log: { fault: (_, thrown) => void faults.push(thrown) },
          repeats: {
            journal: journal ?? new PostgresAnswerJournal(base.pool),
            now: clock,
            identityOf: (principal) => {
              const { accountId, userId } = principal as Principal;
              return `${accountId}/${userId}`;
            },
          },
        }),
      ],
      controllers: auditControllers(services),
    }).compile();
    const app: INestApplication = testing.createNestApplication({ logger: false });
    app.setGlobalPrefix('api');
    await app.listen(0);
    const server = app.getHttpServer() as { address(): AddressInfo };
    const url = `http://localhost:${server.address().port}`;
    const isBeside = beside !== undefined;
    return new AuditsApp(
      base,
      rooms,
      hub,
      app,
      url,
      faults,
      isBeside,
      ahead,
      services,
      notes,
      evidence,
      present,
    );
  }

  async close(): Promise<void> {
    await this.hub.close();
    await this.app.close();
    await this.rooms.stop();
    if (this.isBeside) return;
    await this.base.drop();
    // The next test file of this worker shares them.
    principals.clear();
    for (const [name, principal] of givenPrincipals) principals.set(name, principal);
  }

  /** Rows that are sent to any follower from now on. */
  fedRows(): unknown[] {
    const rows: unknown[] = [];
    const nothing = () => undefined;
    this.hub.attach({ emit: (_, sent) => rows.push(...sent.rows), revoke: nothing, end: nothing });
    return rows;
  }

  get(path: string, name = 'andres') {
    return request(this.url)
      .get(`${BASE}${path}`)
      .set({ Authorization: `Token ${name}` });
  }

  post(body: object, name = 'claudia', key?: string) {
    const call = request(this.url)
      .post(`${BASE}/`)
      .set({ Authorization: `Token ${name}` });
    return (key === undefined ? call : call.set('Idempotency-Key', key)).send(body);
  }

  /** Calls any path below `/api/proyecto/`. */
  call(
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    { name = 'andres', body, headers = {} }: CallOptions = {},
  ) {
    const address = `/api/proyecto/${path}`;
    const agent = request(this.url);
    const call = agent[method](address).set({ Authorization: `Token ${name}`, ...headers });
    return body === undefined ? call : call.send(body);
  }

  /** Data of a successful call; throws for an error status. */
  async does<T>(
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    shape: z.ZodType<T>,
    options?: CallOptions,
  ): Promise<T> {
    const { text, status } = await this.call(method, path, options);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return z.object({ data: shape, status: z.literal(status) }).parse(JSON.parse(text)).data;
  }

  /** Data of a successful GET. */
  async data<T>(path: string, shape: z.ZodType<T>, name?: string): Promise<T> {
    const response = await this.get(path, name).expect(200);
    return z.object({ data: shape, status: z.literal(200) }).parse(response.body).data;
  }

  async create(changes: Parameters<typeof bodyOf>[0] = {}, by?: string): Promise<CreatedAuditAnswer> {
    return createdAudit.parse((await this.post(bodyOf(changes), by).expect(201)).body).data;
  }
}
