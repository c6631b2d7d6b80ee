import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '..');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(tsx|css)$/.test(file) && !file.startsWith('api/gen') && !file.includes('.test.'))
  .map((file) => readFileSync(join(src, file), 'utf8'));

const parts = new Set(
  files
    .flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().split(' ')[0] ?? '')
    .filter((name) => /^[A-Z]/.test(name)),
);
const sheetOf = (part: string) => `@mantine/core/styles/${part}.layer.css`;

it.each([...parts].filter((part) => existsSync(join('node_modules', sheetOf(part)))))(
  'Mantine’s %s comes with its stylesheet: they are taken in one by one',
  (part) => {
    expect(files.some((text) => text.includes(sheetOf(part)))).toBe(true);
  },
);
