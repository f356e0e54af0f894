export { Outbound } from './outbound.ts';
export { onWire } from './on-wire.ts';
export { RoomServer, defaultRoomLimits, type RoomServerOptions } from './room-server.ts';
export { PRESENCE_CHANNEL, PresenceRoll, type PresenceRollOptions, type Present } from './presence-roll.ts';
export { roomLog, RoomRefusal } from './room-host.ts';
export type {
  Admission,
  Audience,
  Member,
  OpenRoom,
  RoomHost,
  RoomLimits,
  RoomLog,
  RoomMode,
  RoomUser,
  WorkPace,
  Written,
} from './room-host.ts';
