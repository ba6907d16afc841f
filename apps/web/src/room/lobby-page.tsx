export function LobbyPage() {
  return <p>lobby</p>;
}
