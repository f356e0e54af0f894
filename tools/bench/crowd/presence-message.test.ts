import { messageType } from '@cotejo/rooms/protocol';
import * as decoding from 'lib0/decoding';
import { describe, expect, it } from 'vitest';
import { applyAwarenessUpdate, Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { presenceMessage } from './presence-message.ts';

describe('a message of presence', () => {
  it('is read by y-protocols', () => {
    const others = new Awareness(new Y.Doc());
    try {
      const decoder = decoding.createDecoder(presenceMessage(42, 7, { item: 'x', field: null }));
      expect(decoding.readVarUint(decoder)).toBe(messageType.awareness);
      applyAwarenessUpdate(others, decoding.readVarUint8Array(decoder), null);
      expect(others.getStates().get(42)).toEqual({ item: 'x', field: null });
      expect(others.meta.get(42)?.clock).toBe(7);
    } finally {
      others.destroy();
    }
  });
});
