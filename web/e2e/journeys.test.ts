import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { journeys } from './journeys.ts';

const here = import.meta.dirname;
const features = join(here, '../src/features');

const specs = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.spec.ts') && !file.startsWith('screens'),
);

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

/** Rooms of an order that are no page of their own. */
const withoutPages = ['components', 'delivery', 'model', 'numbers', 'payment', 'shell'];

const areas = [
  'app',
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

test('whoever goes on a journey in the short run goes on it in the full one', () => {
  for (const [title, { once, all }] of Object.entries(journeys)) {
    expect(once, title).not.toEqual([]);
    expect(all, title).toEqual(expect.arrayContaining([...once]));
  }
});

test('areas of the table are the folders of the features', () => {
  const named = new Set(Object.values(journeys).flatMap((row) => row.areas));
  expect([...named].toSorted()).toEqual(areas);
});

test.each(areas)('the short run shows %s in both languages and on both widths', (area) => {
  const seen = Object.values(journeys)
    .filter((row) => row.areas.includes(area))
    .flatMap(({ once }) => once.flatMap((visitor) => visitor.split('-')));
  expect([...new Set(seen)].toSorted()).toEqual(['ar', 'desktop', 'en', 'phone']);
});
