import { readFileSync } from 'node:fs';
import { resolveConfig } from 'vite';
import { expect, it } from 'vitest';
import { storageKey } from './storage-key';

interface Asset {
  fileName: string;
  source: string;
}

/** The replaced key, and the files, of a build with this key. */
async function built(key: string | undefined) {
  const files: Asset[] = [];
  const plugin = storageKey(key);
  const { define } = await resolveConfig({ configFile: false, plugins: [plugin] }, 'build');
  const emitFile = (file: Asset) => files.push(file);
  (plugin.generateBundle as unknown as (this: { emitFile: typeof emitFile }) => void).call({ emitFile });
  return { files, replaced: define?.['import.meta.env.VITE_STORAGE_KEY'] };
}

it.each([undefined, ''])(
  'makes a key for a site that was built without its own, and marks it: %s',
  async (key) => {
    const [first, again] = [await built(key), await built(key)];
    expect(first.replaced).toMatch(/^"[\w-]{43}"$/);
    expect(again.replaced).not.toBe(first.replaced);
    expect(first.files).toEqual([expect.objectContaining({ source: JSON.parse(first.replaced) })]);
    const doctor = readFileSync('../cmd/selfcare/app/examinations.go', 'utf8');
    expect(doctor).toContain(`const madeKey = "/${first.files[0]?.fileName}"`);
    expect(readFileSync('e2e/support/session.ts', 'utf8')).toContain(first.files[0]?.fileName);
  },
);

it('leaves a site with its own storage key unmarked', async () => {
  expect(await built('a key of this site')).toEqual({ files: [], replaced: undefined });
});

it('makes no key for the development server', async () => {
  const { define } = await resolveConfig({ configFile: false, plugins: [storageKey(undefined)] }, 'serve');
  expect(define?.['import.meta.env.VITE_STORAGE_KEY']).toBeUndefined();
});
