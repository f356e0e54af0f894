import { auditId, itemId } from '@cotejo/audits-contracts';
import { worksheetRoomId } from '@cotejo/worksheets-contracts';
import { describe, expect, it } from 'vitest';
import { placeOfRoom } from './worksheet-room-host.ts';

const audit = auditId.parse('78c55851-ba6d-4bcc-a961-e39b42e5a685');
const item = itemId.parse('8f596ebe-7ccc-4dc1-86bd-1a1137186ae3');

describe('the room of a worksheet', () => {
  it('has one name, and so one document: what is written in it is what is signed', () => {
    expect(placeOfRoom(worksheetRoomId(audit, item))).toEqual({ audit, item });
    expect(placeOfRoom(`${audit.toUpperCase()}.${item}`)).toBeNull();
  });

  it.each([
    '',
    '.',
    `${audit}.`,
    `.${item}`,
    `${audit}.x`,
    `${audit}.${item}.`,
    `x.${item}`,
    ` ${audit}.${item}`,
  ])('is not %j', (id) => expect(placeOfRoom(id)).toBeNull());
});
