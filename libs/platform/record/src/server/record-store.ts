import { createHash, randomUUID } from 'node:crypto';
import {
  canonicalJson,
  EventStoreError,
  type EventStore,
  type JsonObject,
  type JsonValue,
} from '@cotejo/event-store';
import { createUpcaster, type Upcaster } from '@cotejo/event-store/upcast';
import { httpErrors, Refusal, type ErrorCatalogue } from '@cotejo/http/contracts';
import { uuidOf, type Command } from '@cotejo/http/server';
import { recordErrors } from '../calls.ts';
import { filesIn, type Fields, type FileReference } from '../fields.ts';
import { actsOf, fieldsOfAct, eventOf, personalIn, streamOf, vocabularyOf, type State } from '../record.ts';
import type { AnyRules, Circumstances, RecordEvent } from '../rules.ts';
import type { PersonalValues } from './personal-values.ts';
import type { RecordFiles } from './record-files.ts';

export interface RecordStoreOptions {
  readonly store: EventStore;
  readonly personal: PersonalValues;
  readonly files: Pick<RecordFiles, 'reserve' | 'setNamed'>;
  readonly rules: AnyRules;
  readonly errors: ErrorCatalogue;
  /** Whether every live node can read a type in a version; other events must not be written. */
  readonly isReadable: (type: string, schemaVersion: number) => boolean;
}

export interface Kept {
  /** With references in place of personal values. */
  readonly state: State<Fields>;
  /** Version of its stream. */
  readonly version: number;
}
/** One event, with the record's state before and after it. */
export interface Past {
  readonly version: number;
  readonly at: string;
  readonly actor: string;
  readonly type: string;
  readonly before: State<Fields> | null;
  readonly after: State<Fields>;
}

/** Appends that may fail by concurrent changes before the request is refused. */
const MOST_ATTEMPTS = 5;
/** Refusals of the rules that have another code in the API. */
const NAMED: Readonly<Record<string, string>> = {
  not_found: 'record_not_found',
  already_there: 'record_busy',
};

/** Records of one kind in the event log: one stream each, folded on every read. */
export class RecordStore {
  private readonly upcaster: Upcaster;

  constructor(private readonly options: RecordStoreOptions) {
    this.upcaster = createUpcaster([vocabularyOf(options.rules.record)]);
  }

  /** Null when the account has no record with this id. */
  async load(account: string, id: string): Promise<Kept | null> {
    let kept: Kept | null = null;
    for await (const { version, after } of this.past(account, id)) kept = { state: after, version };
    return kept;
  }

  /** All events of a record, oldest first. */
  async *past(account: string, id: string): AsyncGenerator<Past> {
    const { store, rules } = this.options;
    let before: State<Fields> | null = null;
    for await (const event of store.read(streamOf(rules.record, account, id))) {
      const { type, data, meta, version } = this.upcaster.read(event);
      const at = new Date(meta.at).toISOString();
      const after: State<Fields> = rules.evolve(before, { type, data }, id, { at, by: meta.actor });
      yield { version: Number(version), at, actor: meta.actor, type, before, after };
      before = after;
    }
  }

  /**
   * Decides and appends. `judge` is called with the current state on every attempt, and returns the circumstances for
   * the rules, or throws. `mayWrite` is false once those circumstances may have changed.
   * @throws Refusal with a code of the rules, `record_busy`, `unavailable` (some node can't read the event yet)
   */
  async act(
    { account, id, act, body, command }: ActRequest,
    judge: (state: State<Fields> | null) => Circumstances,
    mayWrite: () => boolean,
  ): Promise<Kept> {
    const { rules, store } = this.options;
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const kept = await this.load(account, id);
      const when = judge(kept?.state ?? null);
      if (command.isRepeatable && kept && (await store.settled([command.id])).length > 0) return kept;
      const decision = rules.decide(kept && (await this.opened(account, kept.state)), act, body, when);
      if ('refusal' in decision) throw this.refusal(decision.refusal);
      if (decision.events.length === 0 && kept) return kept;
      try {
        const request = { account, id, act, body, command };
        const events = await this.sealed(request, decision.events);
        const place = { account, record: rules.record.name, id };
        // Only added ones: a file that stays may be unknown to the vault, e.g. after an import of the log alone.
        const files = addedFiles(fieldsOfAct(rules.record, act), kept?.state, decision.events[0]?.data);
        await this.options.files.reserve(place, files);
        if (!mayWrite()) break;
        const written = await this.append(request, kept, events, when);
        await this.options.files.setNamed(
          place,
          files.map((file) => file.id),
        );
        return written;
      } catch (error) {
        if (!(error instanceof EventStoreError) || error.kind !== 'conflict') throw error;
      }
    }
    throw new Refusal(recordErrors, 'record_busy');
  }

  /** The state with its personal values, for the rules. */
  private async opened(account: string, state: State<Fields>): Promise<State<Fields>> {
    const [personal] = await this.options.personal.open(account, this.options.rules.record.fields, [state]);
    return { ...state, ...personal };
  }

  /** Events as they are written. References follow from the command, so that a repeated one keeps nothing twice. */
  private sealed(
    { account, id, command }: ActRequest,
    events: readonly RecordEvent[],
  ): Promise<readonly RecordEvent[]> {
    const { rules, personal } = this.options;
    return Promise.all(
      events.map(async ({ type, data }, at) => {
        const act = actsOf(rules.record).find((each) => eventOf(rules.record, each) === type) ?? '';
        const fields = fieldsOfAct(rules.record, act);
        const refOf = (field: string) => uuidOf(`${command.id}/${at}/${field}`);
        return { type, data: await personal.keep({ account, id }, fields, data, refOf) };
      }),
    );
  }

  private async append(
    { account, id, act, body, command }: ActRequest,
    kept: Kept | null,
    events: readonly RecordEvent[],
    { at, by }: Circumstances,
  ): Promise<Kept> {
    const { rules, store, isReadable } = this.options;
    const written = events.map(({ type, data }) => ({
      type,
      data,
      schemaVersion: this.upcaster.newest(type),
    }));
    if (!written.every(({ type, schemaVersion }) => isReadable(type, schemaVersion))) {
      throw new Refusal(httpErrors, 'unavailable');
    }
    // Without personal values: an unsalted hash of them could be guessed.
    const hidden = personalIn(fieldsOfAct(rules.record, act)).map((name) => [name, null]);
    const intent = canonicalJson([act, { ...body, ...Object.fromEntries(hidden) }] as JsonValue);
    await store.append({
      stream: streamOf(rules.record, account, id),
      expected: kept === null ? 'no-stream' : BigInt(kept.version),
      events: written.map(({ data, ...event }) => ({
        ...event,
        id: randomUUID(),
        data: data as JsonObject,
        meta: { actor: by, at, account, command: command.id },
      })),
      commands: [{ id: command.id, intentHash: createHash('sha256').update(intent).digest('hex') }],
    });
    const state = events.reduce<State<Fields> | null>(
      (before, event) => rules.evolve(before, event, id, { at, by }),
      kept?.state ?? null,
    ) as State<Fields>;
    return { state, version: (kept?.version ?? -1) + events.length };
  }

  private refusal(code: string): Refusal {
    const { errors } = this.options;
    if (code in errors.errors) return new Refusal(errors, code);
    if (code === 'malformed') return new Refusal(httpErrors, 'invalid_request');
    return new Refusal(recordErrors, NAMED[code] ?? code);
  }
}

export interface ActRequest {
  readonly account: string;
  readonly id: string;
  readonly act: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly command: Command;
}

/** Files in an event's data that the record did not have before. */
function addedFiles(
  fields: Fields,
  before: Readonly<Record<string, unknown>> = {},
  data: Readonly<Record<string, unknown>> = {},
): readonly FileReference[] {
  const had = new Set(filesIn(fields, before).map(({ id }) => id));
  return filesIn(fields, data).filter(({ id }) => !had.has(id));
}
