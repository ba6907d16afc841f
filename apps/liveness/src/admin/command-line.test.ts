import { describe, expect, it } from 'vitest';
import { readCommand, USAGE, UsageError } from './command-line.ts';

const read = (line: string) => readCommand(line.split(' ').filter(Boolean));

describe('readCommand', () => {
  it.each([
    ['--help', { name: 'help' }],
    ['grant-credits -h', { name: 'help' }],
    [
      'set-calibration --slug acme --file c.json',
      { name: 'set-calibration', options: { slug: 'acme', file: 'c.json' } },
    ],
    ['suspend --slug acme', { name: 'suspend', options: { slug: 'acme' } }],
    [
      'create-organization --slug acme --credits 50 --keys',
      { name: 'create-organization', options: { slug: 'acme', credits: 50, keys: true } },
    ],
    [
      'create-key --slug acme --name CI --scopes keys:read,usage:read',
      {
        name: 'create-key',
        options: { slug: 'acme', name: 'CI', kind: 'api', scopes: ['keys:read', 'usage:read'] },
      },
    ],
  ])('reads %s', (line, command) => {
    expect(read(line)).toEqual(command);
  });

  it.each([
    ['', 'A command is required'],
    ['drop-everything', 'Unknown command "drop-everything"'],
    ['constructor', 'Unknown command'],
    ['suspend', '--slug is required'],
    ['suspend acme', 'Unexpected argument "acme"'],
    ['suspend --slug Acme!', '--slug must be lower-case'],
    ['suspend --slug acme --credits 5', '--credits is no option of suspend'],
    ['suspend --slug acme --force', "Unknown option '--force'"],
    ['grant-credits --slug acme', '--credits is required'],
    ['grant-credits --slug acme --credits 0', '--credits must be at least 1'],
    ['grant-credits --slug acme --credits 1.5', '--credits must be a whole number'],
    ['grant-credits --slug acme --credits many', '--credits must be a whole number'],
    ['set-calibration --slug acme', '--file is required'],
    ['remove-calibration --slug acme', '--model is required'],
    ['create-key --slug acme --name x --scopes root', '--scopes must be of detection:write'],
    [
      'update-organization --slug acme --logo-url javascript:alert(1)',
      '--logo-url must be an http(s) address',
    ],
    ['update-organization --slug acme --primary-color red', '--primary-color must be like'],
  ])('refuses "%s"', (line, message) => {
    expect(() => read(line)).toThrow(UsageError);
    expect(() => read(line)).toThrow(message);
  });

  it('explains every command it knows', () => {
    for (const name of ['create-organization', 'update-organization', 'show-organization', 'grant-credits']) {
      expect(USAGE).toContain(name);
    }
    const others = ['set-calibration', 'remove-calibration', 'list-calibrations'];
    for (const name of ['create-key', 'suspend', 'resume', ...others])
      expect(USAGE).toContain(`  ${name} --slug`);
  });
});
