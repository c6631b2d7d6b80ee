import { afterEach, expect, it, vi } from 'vitest';
import { forget, keptNames, recall, save, storageKeyOf } from './vault';

const stored = (name: (typeof keptNames)[number]) => localStorage.getItem(storageKeyOf(name)) ?? '';
const ivOf = (sealed: string) => atob(sealed).slice(0, 16);

const everything = {
  authToken: 'a-token',
  loggedIn: true,
  userInfo: { first_name: 'نورة' },
  names: { first: 'نورة', last: 'الحربي' },
  subAccountId: 'main',
  permissions: ['history'],
  deviceId: '01920000-0000-7000-8000-000000000001',
};

afterEach(() => vi.unstubAllEnvs());

it('returns all stored values, and stores none in clear', async () => {
  await save(everything);
  expect(await recall()).toEqual(everything);
  expect(Object.keys(localStorage).sort()).toEqual(keptNames.map(storageKeyOf).sort());
  const written = Object.values({ ...localStorage }).join();
  for (const secret of ['a-token', 'نورة', 'history', 'main', btoa('a-token')]) {
    expect(written).not.toContain(secret);
  }
});

it('uses a new vector of 16 bytes for each write', async () => {
  await save(everything);
  const first = keptNames.map(stored).map(ivOf);
  await save(everything);
  const again = keptNames.map(stored).map(ivOf);
  expect(first.every((iv) => iv.length === 16)).toBe(true);
  expect(new Set([...first, ...again]).size).toBe(2 * keptNames.length);
});

it.each([
  ['cut short', (sealed: string) => sealed.slice(0, 12)],
  [
    'changed in one letter',
    (sealed: string) => sealed.replace(/.(?=.{5}$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
  ],
  ['not encrypted', () => '"a-token"'],
  ['moved from another name', () => stored('deviceId')],
])('counts a value that was %s as nothing kept', async (_, damage) => {
  await save(everything);
  localStorage.setItem(storageKeyOf('authToken'), damage(stored('authToken')));
  const kept = await recall();
  expect(kept.authToken).toBeUndefined();
  expect(kept.permissions).toEqual(['history']);
});

it('cannot be read with the key of another site', async () => {
  await save(everything);
  vi.stubEnv('VITE_STORAGE_KEY', 'another site');
  vi.resetModules();
  const other = await import('./vault');
  expect(Object.values(await other.recall()).filter(Boolean)).toEqual([]);
});

it('stores nothing where a build has no key', async () => {
  vi.stubEnv('VITE_STORAGE_KEY', '');
  vi.stubEnv('DEV', false);
  vi.resetModules();
  const keyless = await import('./vault');
  await keyless.save(everything);
  expect(keptNames.map(stored).join('')).toBe('');
});

it('removes all values but the device’s', async () => {
  void save(everything);
  await forget();
  expect(await recall()).toEqual({ deviceId: everything.deviceId });
});

it('removes single values and keeps the others', async () => {
  await save(everything);
  await save({ subAccountId: undefined });
  const { subAccountId: _, ...others } = everything;
  expect(await recall()).toEqual(others);
});

it('stores nothing without storage, and reports no error', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'QuotaExceededError');
  });
  await expect(save(everything)).resolves.toBeUndefined();
  expect((await recall()).authToken).toBeUndefined();
});
