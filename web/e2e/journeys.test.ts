import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { journeys } from './journeys.ts';

type Row = (typeof journeys)[string];

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

/** What the short run shows of an area: its languages and widths. */
const shown = (area: string, rows: Row[]) =>
  new Set(
    rows
      .filter((row) => row.areas.includes(area) && !row.whole)
      .flatMap(({ once }) => once.flatMap((visitor) => visitor.split('-'))),
  );

test.each(areas)('the short run shows %s in both languages and on both widths', (area) => {
  expect([...shown(area, Object.values(journeys))].toSorted()).toEqual(['ar', 'desktop', 'en', 'phone']);
});

test('a journey is gone once in the short run, but for an area that would not be shown whole', () => {
  for (const [title, row] of Object.entries(journeys)) {
    for (const visitor of row.once.length > 1 && !row.whole ? row.once : []) {
      const without = { ...row, once: row.once.filter((each) => each !== visitor) };
      const rows = Object.values({ ...journeys, [title]: without });
      const lacking = row.areas.filter((area) => shown(area, rows).size < 4);
      expect(lacking, `${title}: its pages are shown without ${visitor}, too`).not.toEqual([]);
    }
  }
});
