import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { templates } from './templates';

const content = readFileSync('../dev/seed/site.yaml', 'utf8');
const named = [...content.matchAll(/^ {2}- \{ key: .*?template: ([\w-]+)/gm)].map((match) => match[1]);

test('every route of the server has a page here, and every page a route', () => {
  expect(new Set(named)).toEqual(new Set(Object.keys(templates)));
});
