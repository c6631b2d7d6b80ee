import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everyone } from './journeys/journey.ts';
import { journeys } from './journeys.ts';
import { patterns } from './patterns.ts';

const here = import.meta.dirname;
const features = join(here, '../src/features');

const everySpec = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.spec.ts'),
);
const specs = everySpec.filter((file) => !file.startsWith('screenshots'));

function titlesIn(file: string): string[] {
  const text = readFileSync(join(here, file), 'utf8');
  const titles = [...text.matchAll(/\btest\(\s*'([^']+)'/g)].map(([, title]) => `${title}`);
  expect(titles, `${file}: a title is one string in single quotes, for the table to find it`).toHaveLength(
    text.match(/\btest\(/g)?.length ?? 0,
  );
  return titles;
}

const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Folders of an order without a page of their own. */
const withoutPages = ['components', 'delivery', 'model', 'numbers', 'payment', 'shell'];

const areas = [
  'app',
  'console',
  ...foldersIn(features).filter((name) => name !== 'order'),
  ...foldersIn(join(features, 'order'))
    .filter((name) => !withoutPages.includes(name))
    .map((name) => `order/${name}`),
].toSorted();

test('every journey has a row, and every row a journey', () => {
  const titles = specs.flatMap(titlesIn);
  expect(new Set(titles).size, 'titles are told apart').toBe(titles.length);
  expect(titles.toSorted()).toEqual(Object.keys(journeys).toSorted());
});

test.each(Object.entries(patterns))('the pattern of %s finds a spec', (_, pattern) => {
  expect(everySpec.filter((file) => pattern.test(file))).not.toEqual([]);
});

test('the visitor of the short run is one of the full run', () => {
  for (const [title, { once, all }] of Object.entries(journeys)) {
    expect(all, title).not.toEqual([]);
    expect(once ? [once] : [], title).toEqual(all.filter((visitor) => visitor === once));
  }
});

test('areas of the table are the folders of the features', () => {
  const named = new Set(Object.values(journeys).flatMap((row) => row.areas));
  expect([...named].toSorted()).toEqual(areas);
});

const inShortRun = Object.values(journeys).filter((row) => row.once);

test.each(areas)('the short run passes pages of %s', (area) => {
  expect(inShortRun.filter((row) => row.areas.includes(area))).not.toEqual([]);
});

test.each(everyone)('the short run gives %s about a quarter of its journeys', (visitor) => {
  const share = inShortRun.filter(({ once }) => once === visitor).length / inShortRun.length;
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(0.3);
});
