import { describe, expect, it } from 'vitest';
import { parseManifest } from './manifest.ts';
import { ManifestError } from './manifest-error.ts';
import { type ManifestCells, manifestText, range, sequenceRows } from './testing/manifest-text.ts';

const STILL = { path: 'a/still.jpg' };

describe('parseManifest', () => {
  it('tells stills, frames of sequences and videos apart', () => {
    const rows = parseManifest(
      manifestText([
        STILL,
        { path: 'a/seq/7.jpg', sequence: 'seq', index: '7', timestamp_ms: '231.5', split: 'train' },
        { path: 'a/swap.mp4', label: 'attack', species: 'face_swap', sequence: 'v1' },
      ]),
    );
    const room = { environment: 'room', subject: 'p1' };
    const bonaFide = { bonaFide: true, species: '', faces: [] };
    expect(rows).toEqual([
      { kind: 'still', line: 2, path: 'a/still.jpg', ...bonaFide, ...room, split: 'dev' },
      {
        kind: 'frame',
        line: 3,
        path: 'a/seq/7.jpg',
        ...bonaFide,
        ...room,
        split: 'train',
        sequence: 'seq',
        index: 7,
        timestampMs: 231.5,
      },
      {
        kind: 'video',
        line: 4,
        path: 'a/swap.mp4',
        bonaFide: false,
        species: 'face_swap',
        faces: [],
        ...room,
        split: 'dev',
      },
    ]);
  });

  it('finds columns by name, in any order', () => {
    const text =
      'split,timestamp_ms,index,sequence,subject,environment,species,label,path\ndev,,,,p,e,screen,attack,x.png\n';
    expect(parseManifest(text)[0]).toMatchObject({ path: 'x.png', species: 'screen', split: 'dev' });
  });

  it('reads the boxes of several faces', () => {
    const [row] = parseManifest(manifestText([{ path: 'a', faces: '0.5,0.25,0.1,0.2;-0.01,1,0.3,0.4' }]));
    expect(row?.faces).toEqual([
      { centreX: 0.5, centreY: 0.25, width: 0.1, height: 0.2 },
      { centreX: -0.01, centreY: 1, width: 0.3, height: 0.4 },
    ]);
  });

  it.each<[string, ManifestCells, string]>([
    ['an unknown label', { path: 'b', label: 'genuine' }, 'label'],
    ['an attack without species', { path: 'b', label: 'attack' }, 'species'],
    ['a bona fide with a species', { path: 'b', species: 'screen' }, 'species'],
    ['an empty path', { path: '' }, 'path'],
    ['an absolute path', { path: '/etc/passwd' }, 'path'],
    ['a path that climbs out', { path: 'a/../../b.jpg' }, 'path'],
    ['a path that stands twice', STILL, 'line 2'],
    ['an empty environment', { path: 'b', environment: '' }, 'environment'],
    ['an empty subject', { path: 'b', subject: '' }, 'subject'],
    ['a face box of three numbers', { path: 'b', faces: '0.1,0.2,0.3' }, 'faces'],
    ['a face box with a gap', { path: 'b', faces: '0.1,,0.3,0.4' }, 'faces'],
    ['an unknown split', { path: 'b', split: 'test' }, 'split'],
    ['a frame without an index', { path: 'b', sequence: 's', timestamp_ms: '1' }, 'index'],
    ['a frame without a time', { path: 'b', sequence: 's', index: '1' }, 'timestamp_ms'],
    ['a negative time', { path: 'b', sequence: 's', index: '1', timestamp_ms: '-4' }, 'timestamp_ms'],
  ])('refuses %s, naming line and column', (_, cells, subject) => {
    const parse = () => parseManifest(manifestText([STILL, cells]));
    expect(parse).toThrow(ManifestError);
    expect(parse).toThrow(/^manifest\.csv line 3: /);
    expect(parse).toThrow(subject);
  });

  it('names the columns that are missing', () => {
    expect(() => parseManifest('path,label\na,bona_fide\n')).toThrow(/line 1: missing columns: species, /);
  });

  it('refuses a manifest without rows and names the line of broken CSV', () => {
    expect(() => parseManifest('')).toThrow(ManifestError);
    expect(() => parseManifest(manifestText([]))).toThrow('there are no rows');
    expect(() => parseManifest(`${manifestText([STILL])}x,y\n`)).toThrow('manifest.csv line 3: 2 fields');
  });
});

describe('a sequence', () => {
  const frames = sequenceRows('seq', range(0, 2));

  it('may be listed in any order', () => {
    expect(parseManifest(manifestText([...frames].reverse()))).toHaveLength(3);
  });

  it.each<[string, Partial<ManifestCells>, string]>([
    ['two classes', { label: 'attack', species: 'screen' }, 'label differs'],
    ['two environments', { environment: 'elsewhere' }, 'environment differs'],
    ['two subjects', { subject: 'p2' }, 'subject differs'],
    ['two splits', { split: 'train' }, 'split differs'],
    ['one index twice', { index: '1' }, 'index already stands'],
    ['time running backwards', { timestamp_ms: '20' }, 'timestamp_ms is not later'],
    ['time standing still', { timestamp_ms: '33' }, 'timestamp_ms is not later'],
  ])('is refused when it has %s', (_, cells, problem) => {
    const rows = [...frames.slice(0, 2), { ...frames[2]!, ...cells }];
    expect(() => parseManifest(manifestText(rows))).toThrow(`manifest.csv line 4: ${problem}`);
  });
});
