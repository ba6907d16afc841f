import { array, assert, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventStreamParser } from './event-stream.ts';

const STREAM = [
  ': a comment\n\n',
  'retry: 3000\n\n',
  'id: 7\nevent: one\ndata: {"a":1}\n\n',
  'data:two\r\ndata: lines\r\n\r\n',
  'data\revent: three\r\r',
  'event: nothing\n\n',
  'id: x\0y\nid: 8\ndata: four\nunknown: x\n\n',
  'id\ndata: five\n\n',
  'data: unfinished\n',
].join('');

const EVENTS = [
  { event: 'one', data: '{"a":1}', id: '7' },
  { event: 'message', data: 'two\nlines', id: '7' },
  { event: 'three', data: '', id: '7' },
  { event: 'message', data: 'four', id: '8' },
  { event: 'message', data: 'five', id: '' },
];

describe('the parser of event streams', () => {
  it('reads fields, line ends, comments and ids as the standard says', () => {
    const parser = createEventStreamParser('5');
    expect(parser.push(STREAM)).toEqual(EVENTS);
    expect(parser.retryMs).toBe(3000);
  });

  it('reads the same however the stream is cut', () => {
    const cuts = array(nat(STREAM.length), { maxLength: 12 });
    assert(
      property(cuts, (places) => {
        const parser = createEventStreamParser('5');
        const edges = [0, ...places.sort((a, b) => a - b), STREAM.length];
        const pieces = edges.slice(1).map((end, at) => STREAM.slice(edges[at], end));
        expect(pieces.flatMap((piece) => parser.push(piece))).toEqual(EVENTS);
      }),
    );
  });

  it('begins with the id that the connection went on from', () => {
    expect(createEventStreamParser('5').push('data: x\n\n')).toEqual([
      { event: 'message', data: 'x', id: '5' },
    ]);
  });
});
