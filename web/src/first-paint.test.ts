import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * These components copy the look of Mantine's components. Pages of the first paint use them, because these
 * pages must not wait for Mantine.
 */
const byHand = /from '@\/components\/(text-field|submit-button)'/;
const ofFirstPaint = /^(features\/sign-in|components|gallery)\//;

it('later pages use the field and the button of Mantine (ADR 58)', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !ofFirstPaint.test(file),
  );
  const doubles = files.filter((file) => byHand.test(readFileSync(join(import.meta.dirname, file), 'utf8')));
  expect(doubles).toEqual([]);
});
