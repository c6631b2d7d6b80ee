import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const mostFiles = 25;

it('no folder has more files than can be read at a glance', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith('api/gen'),
  );
  const counts = new Map<string, number>();
  for (const folder of files.map(dirname)) {
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect(counts.size).toBeGreaterThan(20);
  expect([...counts].filter(([, count]) => count > mostFiles)).toEqual([]);
});

/** Looks of Mantine's, by hand, for pages that have to be there at once, and for what stands there and elsewhere. */
const byHand = /from '@\/components\/(text-field|submit-button)'/;
const ofFirstPaint = /^(features\/sign-in|components|gallery)\//;

it('later pages take the field and the button of Mantine: there is one of each there (ADR 58)', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !ofFirstPaint.test(file),
  );
  const doubles = files.filter((file) => byHand.test(readFileSync(join(import.meta.dirname, file), 'utf8')));
  expect(doubles).toEqual([]);
});
