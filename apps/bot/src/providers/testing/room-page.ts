/**
 * The least page that can take part in a room: joins with the name in its address and a camera, and follows the
 * protocol of packages/contract/src/room-signal.ts. `window.room` lets a test switch the camera.
 */
export const ROOM_PAGE = `<!doctype html>
<meta charset="utf-8">
<title>Room</title>
<script type="module">
const name = new URLSearchParams(location.search).get('name');
const roomId = location.pathname.split('/').at(-1);
const stream = await navigator.mediaDevices.getUserMedia({ audio: true, video: { width: 640, height: 360 } });
const [video] = stream.getVideoTracks();
const [audio] = stream.getAudioTracks();
const socket = new WebSocket(location.origin.replace('http', 'ws') + '/api/rooms/' + roomId + '/socket');
const connections = new Map();
const peers = new Map();
const send = (message) => socket.send(JSON.stringify(message));
const connect = (to, connectionId) => {
  connections.get(to)?.pc.close();
  const pc = new RTCPeerConnection();
  pc.onicecandidate = ({ candidate }) => {
    send({ type: 'signal', to, connectionId, candidate: candidate?.candidate ? candidate.toJSON() : null });
  };
  connections.set(to, { connectionId, pc });
  return pc;
};
const fill = async (pc) => {
  for (const transceiver of pc.getTransceivers()) {
    transceiver.direction = 'sendrecv';
    await transceiver.sender.replaceTrack(transceiver.receiver.track.kind === 'video' ? video : audio);
  }
};
const offer = async (to) => {
  const connectionId = crypto.randomUUID();
  const pc = connect(to, connectionId);
  pc.addTransceiver('audio');
  pc.addTransceiver('video');
  await fill(pc);
  await pc.setLocalDescription();
  send({ type: 'signal', to, connectionId, description: pc.localDescription.toJSON() });
};
const obey = async (message) => {
  if (message.type === 'welcome') for (const peer of message.peers) peers.set(peer.peerId, peer);
  if (message.type === 'welcome') for (const peer of message.peers) await offer(peer.peerId);
  if (message.type === 'peer-joined') peers.set(message.peer.peerId, message.peer);
  if (message.type === 'peer-left') {
    connections.get(message.peerId)?.pc.close();
    peers.delete(message.peerId);
  }
  if (message.type !== 'signal') return;
  const { from, connectionId, description, candidate } = message;
  if (description?.type === 'offer') {
    const pc = connect(from, connectionId);
    await pc.setRemoteDescription(description);
    await fill(pc);
    await pc.setLocalDescription();
    return send({ type: 'signal', to: from, connectionId, description: pc.localDescription.toJSON() });
  }
  const current = connections.get(from);
  if (current?.connectionId !== connectionId) return;
  if (description) await current.pc.setRemoteDescription(description);
  if (candidate) await current.pc.addIceCandidate(candidate);
};
let steps = Promise.resolve();
socket.onmessage = ({ data }) => {
  steps = steps.then(() => obey(JSON.parse(data)));
};
socket.onopen = () => send({ type: 'join', name, cameraOn: true, microphoneOn: true });
window.room = {
  setCamera: (on) => {
    video.enabled = on;
    send({ type: 'media', cameraOn: on, microphoneOn: true });
  },
  takeTrackAway: () => {
    for (const { pc } of connections.values()) for (const sender of pc.getSenders()) sender.replaceTrack(null);
  },
  bots: () => [...peers.values()].filter((peer) => peer.kind === 'bot').map((peer) => peer.name),
};
</script>`;
