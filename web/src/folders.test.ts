import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
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
