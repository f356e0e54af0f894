import { ROOM_PROTOCOL, type Advance, type ServerFrame } from '@cotejo/rooms/protocol';
import { describe, expect, it } from 'vitest';
import { checkReported, ConnectionChecker, type ReportedVersion } from './connection-checker.ts';
import type { ViolationName } from './violation.ts';

type Heard = ServerFrame | Advance;

const hello = (version: number): ServerFrame => ({
  t: 'hello',
  protocol: ROOM_PROTOCOL,
  document: 'document',
  version,
  link: `link-${version}`,
  user: { id: 'u', name: 'n', initials: 'i', color: 0 },
  mode: 'edit',
});
const advance = (from: number, to: number): Advance => ({ from, to, link: `link-${to}`, update: null });
const answer = (seq: number, version: number): ServerFrame => ({
  t: 'answer',
  session: 'session',
  seq,
  outcome: { ok: true },
  version,
});

function hear(
  heard: readonly Heard[],
  asksInOrder = true,
): { names: ViolationName[]; told: ReportedVersion[] } {
  const told: ReportedVersion[] = [];
  const checker = new ConnectionChecker('editor', 'audit-1', (one) => void told.push(one), asksInOrder);
  for (const one of heard) {
    if ('t' in one) checker.frame(one);
    else checker.advance(one);
  }
  return { names: checker.found.map(({ name }) => name), told };
}

describe('the checker of connections', () => {
  it('accepts frames that follow each other, and answers to what the document holds', () => {
    const heard = [
      hello(4),
      advance(4, 5),
      advance(5, 6),
      answer(0, 6),
      advance(6, 9),
      answer(1, 9),
      answer(2, 9),
    ];
    expect(hear(heard).names).toEqual([]);
  });

  it('accepts a document that has not moved since the greeting', () => {
    expect(hear([hello(4), advance(4, 4), advance(4, 5)]).names).toEqual([]);
  });

  const corrupted: readonly (readonly [string, readonly Heard[], ViolationName])[] = [
    ['versions left out', [hello(4), advance(4, 4), advance(5, 6)], 'frame-gap'],
    ['versions given again', [hello(4), advance(4, 5), advance(4, 5)], 'frame-repeat'],
    ['versions that overlap', [hello(4), advance(4, 6), advance(5, 7)], 'frame-repeat'],
    ['a frame that goes nowhere', [hello(4), advance(4, 5), advance(5, 5)], 'frame-repeat'],
    ['an answer before its document', [hello(4), advance(4, 4), answer(0, 5)], 'answer-early'],
    ['an answer before the greeting', [answer(0, 0)], 'answer-early'],
    [
      'answers in another order than asked',
      [hello(4), advance(4, 4), answer(1, 4), answer(0, 4)],
      'answers-out-of-order',
    ],
    ['a base that is taken back', [hello(4), { t: 'reset', document: 'other', version: 2 }], 'base-reset'],
  ];
  it.each(corrupted)('names %s', (_, heard, name) => {
    expect(hear(heard).names).toEqual([name]);
  });

  it('lets whoever asks again what was answered have it in any order', () => {
    expect(hear([hello(4), advance(4, 4), answer(1, 4), answer(0, 4)], false).names).toEqual([]);
  });

  it('passes on what was told of versions, to be found in the log', () => {
    const { told } = hear([hello(4), advance(4, 5)]);
    const links = ['', '', '', '', 'link-4', 'link-5'];
    expect(checkReported(told, (_, version) => links[version])).toEqual([]);
    links[5] = 'another';
    expect(checkReported(told, (_, version) => links[version]).map(({ name }) => name)).toEqual([
      'frame-unlike-log',
    ]);
  });
});
