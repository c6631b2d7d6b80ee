import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import common from './common.json';

const codesOf = (range: string) => {
  const [from = 0, to = from] = range
    .slice(2)
    .split('-')
    .map((code) => Number.parseInt(code, 16));
  return Array.from({ length: to - from + 1 }, (_, more) => from + more);
};
const small = new Set(Object.values(common).flat().flatMap(codesOf));
const src = join(import.meta.dirname, '../..');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
const read = (file: string) => readFileSync(join(src, file), 'utf8');
const missing = (text: string) => [...new Set(text)].filter((one) => !small.has(one.codePointAt(0) ?? 0));

it.each(files.filter((file) => /locales\/.*\.json$/.test(file)))(
  'the small fonts have every character of %s',
  (file) => {
    expect(missing(read(file))).toEqual([]);
  },
);

it('the small fonts have every character that a stylesheet shows', () => {
  const shown = files
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => read(file).match(/content: "[^"]*"/g) ?? []);
  expect(shown).not.toEqual([]);
  expect(missing(shown.join(''))).toEqual([]);
});

it('no two faces of a weight share a character', () => {
  const faces = read('app/fonts/fonts.css')
    .split('@font-face')
    .filter((face) => face.includes('font-weight: 400') && !face.includes('local('));
  const codes = faces.flatMap((face) => (face.match(/U\+[\dA-F-]+/g) ?? []).flatMap(codesOf));
  expect(faces).toHaveLength(4);
  expect(codes).toHaveLength(new Set(codes).size);
});
