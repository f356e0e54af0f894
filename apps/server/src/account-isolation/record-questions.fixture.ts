import { callsOf } from '@cotejo/record/calls';
import { actsOf, fieldsOfAct, wireNameOf, type AnyRecord } from '@cotejo/record';
import { perhaps, the, type Question, type Questions } from './access-questions.fixture.ts';
import { bodyOf, fileOf, kindOf, kindOfTarget, records, writtenIn } from './record-samples.fixture.ts';

/** Input of a record's calls with every accepted key. */
function questionsOf(record: AnyRecord): Questions {
  const named = { params: { id: the(kindOf(record)) } };
  const calls = callsOf(record) as unknown as Readonly<Record<string, { method: string; path: string }>>;
  const filters = Object.fromEntries(
    Object.entries(record.fields).flatMap(([name, { kind, options, target }]) => {
      const onWire = wireNameOf(record, name);
      if (kind === 'day') return [`${onWire}_desde`, `${onWire}_hasta`].map((end) => [end, '2026-01-01']);
      if (kind === 'person') return [[onWire, perhaps('member')]];
      if (kind === 'reference') return [[onWire, perhaps(kindOfTarget(target))]];
      return options === null ? [] : [[onWire, String(Object.values(options)[0])]];
    }),
  ) as Record<string, string>;
  const page = { pagina: '1', por_pagina: '500' };
  const asked: Record<string, readonly Question[]> = {
    list: [
      {},
      { query: { ...filters, ...page, q: 'a', orden: 'creado_en' } },
      { query: { papelera: '1' } },
      { query: { despues: '-1', por_pagina: '500' } },
    ],
    create: [{ body: bodyOf(record, writtenIn(record)) }],
    read: [named],
    history: [named],
    download: [{ params: { ...named.params, file: the(fileOf(record)) } }],
  };
  for (const act of actsOf(record).filter((each) => each !== 'create')) {
    const fields = fieldsOfAct(record, act);
    const takesNothing = act === 'remove';
    asked[act] = [{ ...named, ...(!takesNothing && { body: bodyOf(record, fields) }) }];
  }
  return Object.fromEntries(
    Object.entries(calls).map(([name, { method, path }]) => [
      `${method} ${path.replace(/\/$/, '')}`,
      asked[name] ?? [],
    ]),
  );
}

/** Isolation questions for the calls of every record, derived from the manifests. */
export const recordQuestions: Questions = Object.assign({}, ...records.map(questionsOf)) as Questions;
