/** Names of rooms: letters, digits, dashes and underscores. */
export const ROOM_ID_PATTERN = /^[A-Za-z0-9_-]{4,64}$/;

/** Longest name of a participant, in characters. */
export const ROOM_NAME_LENGTH_MAX = 100;

/** The path of the WebSocket of a room. */
export function roomSocketPath(roomId: string): string {
  return `/api/rooms/${roomId}/socket`;
}

/** Codes with which the server closes a room's WebSocket; the reason beside them is for people. */
export const ROOM_CLOSE_CODES = {
  /** A message that fits no schema, or came before `join`. */
  badMessage: 4400,
  /** No `join` within 10 seconds. */
  noJoin: 4408,
  /** More messages than a client has reason to send. */
  tooManyMessages: 4429,
  /** As many people as a room holds are in it, or as many rooms are open as this server keeps. */
  full: 4503,
  /** The server stops; joining again may reach another one. */
  goingAway: 1001,
} as const;
