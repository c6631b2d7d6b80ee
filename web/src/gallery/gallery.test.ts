import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const components = 'src/components';
const ofFolder = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.includes('.test.'),
  );

/** Files with a component that other files may use. */
const withParts = ofFolder(components).filter((file) =>
  /^export (default )?(function|const) [A-Z]\w*[( =]/m.test(readFileSync(join(components, file), 'utf8')),
);

const gallery = ofFolder(join('src', 'gallery', 'areas'))
  .map((file) => readFileSync(join('src/gallery/areas', file), 'utf8'))
  .join();

it('finds the components', () => {
  expect(withParts.length).toBeGreaterThan(40);
});

it.each(withParts)('%s stands in the gallery: a new part gets a place in src/gallery/areas', (file) => {
  expect(gallery).toContain(`from '@/components/${file.replace(/\.tsx$/, '')}'`);
});
