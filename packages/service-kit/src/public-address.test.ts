import { describe, expect, it } from 'vitest';
import {
  ForbiddenAddressError,
  isPublicAddress,
  parseTargetUrl,
  resolveTarget,
  UnresolvedHostError,
} from './public-address.ts';

describe('isPublicAddress', () => {
  it.each(['1.1.1.1', '93.184.216.34', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0'])(
    'takes %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each(['2606:4700:4700::1111', '2a00:1450:4001::200e', '2001:200::1'])('takes %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['loopback', '::1'],
    ['unspecified', '0.0.0.0'],
    ['unspecified', '::'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['unique local', 'fc00::1'],
    ['unique local', 'fd12:3456::1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT', '100.127.255.255'],
    ['link-local', '169.254.1.1'],
    ['link-local', 'fe80::1'],
    ['metadata', '169.254.169.254'],
    ['metadata', 'fd00:ec2::254'],
    ['multicast', '224.0.0.1'],
    ['multicast', 'ff02::1'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['benchmarking', '198.18.0.1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '2001:db8::1'],
    ['IPv4-mapped', '::ffff:1.1.1.1'],
    ['IPv4-mapped', '::ffff:7f00:1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['6to4', '2002:7f00:1::1'],
    ['Teredo', '2001:0:4136:e378::1'],
    ['no address', 'localhost'],
    ['no address', ''],
  ])('refuses %s %s', (_kind, address) => expect(isPublicAddress(address)).toBe(false));
});

describe('parseTargetUrl', () => {
  it.each(['https://hooks.example.com/x?y=1', 'http://1.1.1.1', 'https://example.com:8443/'])(
    'takes %s',
    (text) => expect(parseTargetUrl(text).href).toBe(new URL(text).href),
  );

  it.each([
    'hooks.example.com',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:secret@example.com/',
    'https://user@example.com/',
    'http://example.com:22/',
    'http://example.com:25/',
    `https://example.com/${'x'.repeat(2_048)}`,
  ])('refuses %s', (text) => expect(() => parseTargetUrl(text)).toThrow(ForbiddenAddressError));

  it('repeats no part of the address', () => {
    const parse = () => parseTargetUrl('https://user:hunter2@example.com/');
    expect(parse).not.toThrow('hunter2');
  });
});

describe('resolveTarget', () => {
  const resolveTo =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address }));

  it('gives all addresses of a public name', async () => {
    const policy = { allowPrivate: false, resolve: resolveTo('1.1.1.1', '2606:4700:4700::1111') };
    expect(await resolveTarget(new URL('https://example.com'), policy)).toEqual([
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ]);
  });

  it('refuses a name with one address that is not public among others', async () => {
    const policy = { allowPrivate: false, resolve: resolveTo('1.1.1.1', '169.254.169.254') };
    const resolved = resolveTarget(new URL('https://example.com'), policy);
    await expect(resolved).rejects.toThrow(ForbiddenAddressError);
  });

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
  ])('refuses %s without asking a resolver', async (text) => {
    const resolve = () => Promise.reject(new Error('asked'));
    const resolved = resolveTarget(parseTargetUrl(text), { allowPrivate: false, resolve });
    await expect(resolved).rejects.toThrow(ForbiddenAddressError);
  });

  it.each(['http://localhost/', 'http://localhost./'])('refuses %s', async (text) => {
    const resolved = resolveTarget(parseTargetUrl(text), { allowPrivate: false });
    await expect(resolved).rejects.toThrow(/public Internet|resolved/);
  });

  it('takes private addresses where they are allowed', async () => {
    const resolved = resolveTarget(parseTargetUrl('http://[::1]/'), { allowPrivate: true });
    expect(await resolved).toEqual([{ address: '::1', family: 6 }]);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('ENOTFOUND'))],
    ['finds nothing', async () => []],
  ])('tells a name apart for which the resolver %s', async (_what, resolve) => {
    const resolved = resolveTarget(new URL('https://example.com'), { allowPrivate: false, resolve });
    await expect(resolved).rejects.toThrow(UnresolvedHostError);
  });
});
