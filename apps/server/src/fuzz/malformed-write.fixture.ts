import { encodeWrite, messageType } from '@cotejo/rooms/protocol';
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';
import type { Chance } from './chance.fixture.ts';
import { spoiledBytes } from './hostile-value.fixture.ts';
import { hello, malformedRoomMessage } from './malformed-message.fixture.ts';

const ROOTS = [
  'narrative',
  'walkthrough',
  'flow.nodes',
  'question.*.text',
  'evidence',
  '__proto__',
  '',
] as const;

/** A message to a worksheet's room: invalid document updates or other bytes. */
export function malformedTextMessage(ids: readonly string[], chance: Chance): Uint8Array | string {
  if (chance.often(0.25)) return malformedRoomMessage(ids, chance);
  if (chance.often(0.05)) return chance.often(0.5) ? hello() : asking(chance.bytes(20));
  const update = updateOf(chance);
  const bytes = chance.often(0.5) ? update : new Uint8Array(spoiledBytes(latin1(update), chance));
  const message = encodeWrite({ write: chance.often(0.9) ? chance.below(50) : 2 ** 40, update: bytes });
  return chance.often(0.05) ? message.subarray(0, chance.below(message.length)) : message;
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Frames that precede any update. */
export const beginning = (): Uint8Array[] => [hello(), asking(Y.encodeStateVector(new Y.Doc()))];

function asking(stateVector: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, messageType.sync);
  encoding.writeVarUint(encoder, 0);
  encoding.writeVarUint8Array(encoder, stateVector);
  return encoding.toUint8Array(encoder);
}

function updateOf(chance: Chance): Uint8Array {
  const document = new Y.Doc();
  if (chance.often(0.3)) document.clientID = chance.pick([0, 1, 7, 2 ** 32 - 1]);
  const before = Y.encodeStateVector(document);
  const root = chance.pick(ROOTS);
  document.transact(() => {
    if (root === 'flow.nodes') {
      const nodes = document.getMap(root);
      nodes.set(
        chance.pick(['a', '__proto__', '']),
        chance.pick([1, 'x', { x: 1e308 }, new Y.Map(), deep(300), null]),
      );
    } else document.getXmlFragment(root).insert(0, [typeOf(chance)]);
  });
  const whole = Y.encodeStateAsUpdate(document, before);
  if (chance.often(0.7)) return whole;
  // Update that depends on an update the server never received.
  const between = Y.encodeStateVector(document);
  document.getXmlFragment('narrative').insert(0, [new Y.XmlText('x')]);
  return Y.encodeStateAsUpdate(document, between);
}

/** Typed as an element, although it may be another type. */
function typeOf(chance: Chance): Y.XmlElement {
  const made: unknown = chance.pick<() => unknown>([
    () => new Y.XmlText('hola'),
    () => new Y.XmlText('\ud800\u0000'),
    () => new Y.XmlElement('paragraph'),
    () => nested(chance.pick([50, 99, 101, 300])),
    () => new Y.Map(),
    () => new Y.Array(),
    () => new Y.Text('x'),
    () => new Y.XmlHook('x'),
    () => odd(),
  ])();
  return made as Y.XmlElement;
}

function nested(levels: number): Y.XmlElement {
  const outer = new Y.XmlElement('blockquote');
  let at = outer;
  for (let level = 1; level < levels; level++) {
    const inner = new Y.XmlElement('blockquote');
    at.insert(0, [inner]);
    at = inner;
  }
  return outer;
}

/** An element and marks with attributes that no editor creates. */
function odd(): Y.XmlElement {
  const element = new Y.XmlElement<Record<string, object | string>>('__proto__');
  element.setAttribute('__proto__', { x: [1] });
  element.setAttribute('style', 'x'.repeat(2_000));
  const text = new Y.XmlText();
  text.applyDelta([{ insert: 'x', attributes: { bold: [1, 2], link: { href: 'javascript:1' } } }]);
  element.insert(0, [text]);
  return element as unknown as Y.XmlElement;
}

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
};
