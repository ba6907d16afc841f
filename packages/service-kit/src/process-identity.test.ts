import { describe, expect, it } from 'vitest';
import { identifySelf, parseStat, stateOfProcess } from './process-identity.ts';

describe('a process', () => {
  it('that is this one runs', async () => {
    expect(await stateOfProcess(await identifySelf())).toBe('running');
  });

  it('is gone when its pid belongs to one that started at another time', async () => {
    expect(await stateOfProcess({ ...(await identifySelf()), startedAt: '1' })).toBe('gone');
  });

  it('is gone when nothing has its pid', async () => {
    expect(await stateOfProcess({ ...(await identifySelf()), pid: 2 ** 30 })).toBe('gone');
  });

  it('of another machine or container cannot be judged', async () => {
    expect(await stateOfProcess({ ...(await identifySelf()), realm: 'elsewhere//' })).toBe('unknown');
  });
});

describe('/proc/pid/stat', () => {
  const fields = (state: string) => `${state} 1 ${'0 '.repeat(17)}4711 0 0`;

  it('is read after the name, whatever the name holds', () => {
    expect(parseStat(`7 (no) S 9 (x) ${fields('R')}`)).toEqual({ startedAt: '4711', isZombie: false });
  });

  it('tells a process that has ended and waits to be collected', () => {
    expect(parseStat(`7 (node) ${fields('Z')}`).isZombie).toBe(true);
  });
});
