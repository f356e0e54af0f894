export { RoomServer, defaultRoomLimits, type RoomServerOptions } from './room-server.ts';
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
} from './room-host.ts';
