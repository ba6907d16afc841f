import { describe, expect, it } from 'vitest';
import { parseArguments, UsageError } from './arguments.ts';

describe('parseArguments', () => {
  it('fills in the defaults', () => {
    expect(parseArguments(['--data', 'd', '--model', '10'])).toEqual({
      dataDir: 'd',
      modelIds: ['10'],
      split: 'dev',
      outDir: null,
      modelsDir: null,
      workers: null,
      seed: 1,
    });
  });

  it('takes several models after one option, repeated options, and each model once', () => {
    const argv = ['--data', 'd', '--model', '10', 'mixed-10-v2', '--model', 'mixed-30-v2', '--model', '10'];
    expect(parseArguments(argv)).toMatchObject({ modelIds: ['10', 'mixed-30-v2', 'mixed-10-v2'] });
  });

  it('reads every other option', () => {
    const argv = ['--data', 'd', '--model', '10', '--split', 'train', '--out', 'o', '--models', 'm'];
    expect(parseArguments([...argv, '--workers', '2', '--seed', '0'])).toMatchObject({
      split: 'train',
      outDir: 'o',
      modelsDir: 'm',
      workers: 2,
      seed: 0,
    });
  });

  it('asks for help whatever else is there', () => {
    expect(parseArguments(['--help'])).toBe('help');
    expect(parseArguments(['-h', '--split', 'x'])).toBe('help');
  });

  it.each([
    [['--model', '10'], '--data'],
    [['--data', 'd'], '--model'],
    [['--data', 'd', '--model', '10', '--split', 'test'], '--split'],
    [['--data', 'd', '--model', '10', '--workers', '0'], '--workers'],
    [['--data', 'd', '--model', '10', '--workers', '1.5'], '--workers'],
    [['--data', 'd', '--model', '10', '--seed', '-1'], '--seed'],
    [['--data', 'd', '--model', '10', '--colour'], '--colour'],
    [['--data'], '--data'],
  ])('refuses %j and names the option', (argv, option) => {
    expect(() => parseArguments(argv)).toThrow(UsageError);
    expect(() => parseArguments(argv)).toThrow(option);
  });
});
