export function RoomPage(p: { roomId: string }) {
  return <p>{p.roomId}</p>;
}
