import type { RoomPeer } from '@vivant/contract/room-signal';
import { expect, it } from 'vitest';
import { botsIn, type RoomChange, type RoomState, reduceRoom } from './room-state.ts';

const ada: RoomPeer = {
  peerId: 'a',
  name: 'Ada',
  kind: 'person',
  cameraOn: true,
  microphoneOn: true,
  logoUrl: null,
};
const bot: RoomPeer = {
  peerId: 'b',
  name: 'Check',
  kind: 'bot',
  cameraOn: false,
  microphoneOn: false,
  logoUrl: null,
};
const welcome: RoomChange = { type: 'welcome', peerId: 'me', peers: [ada], iceServers: [] };

function after(...changes: RoomChange[]): RoomState {
  return changes.reduce(reduceRoom, { phase: 'joining' } as RoomState);
}

it('shows who was there before', () => {
  expect(after(welcome)).toEqual({ phase: 'in-room', peers: [{ ...ada, link: 'connecting' }] });
});

it('tells of a bot as long as it is there', () => {
  const joined = after(welcome, { type: 'peer-joined', peer: bot });
  expect(botsIn(joined)).toMatchObject([bot]);
  expect(botsIn(reduceRoom(joined, { type: 'peer-left', peerId: 'b' }))).toEqual([]);
});

it('follows cameras, microphones and connections', () => {
  const state = after(
    welcome,
    { type: 'peer-media', peerId: 'a', cameraOn: false, microphoneOn: true },
    { type: 'link', peerId: 'a', link: 'connected' },
  );
  expect(state).toEqual({ phase: 'in-room', peers: [{ ...ada, cameraOn: false, link: 'connected' }] });
});

it('shows someone who joins twice once', () => {
  const state = after(welcome, { type: 'peer-joined', peer: { ...ada, name: 'Ada O.' } });
  expect(state).toMatchObject({ peers: [{ peerId: 'a', name: 'Ada O.' }] });
});

it('shows nobody while the server is gone, and everyone after joining again', () => {
  expect(after(welcome, { type: 'lost' })).toEqual({ phase: 'reconnecting' });
  expect(after(welcome, { type: 'lost' }, { type: 'peer-left', peerId: 'a' })).toEqual({
    phase: 'reconnecting',
  });
  expect(after(welcome, { type: 'lost' }, welcome)).toMatchObject({ phase: 'in-room', peers: [ada] });
});

it('says why it was refused', () => {
  expect(after({ type: 'refused', reason: 'The room is full' })).toEqual({
    phase: 'refused',
    reason: 'The room is full',
  });
});
