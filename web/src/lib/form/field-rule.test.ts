import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fieldRule } from './field-rule';

it('FieldRule_AnotherFieldIsMissing_StillApplies', () => {
  const schema = z
    .object({ size: z.string(), accepted: z.boolean() })
    .check(fieldRule('accepted', ({ accepted }) => accepted));
  const mistaken = schema.safeParse({ accepted: false }).error?.issues.map(({ path }) => path);
  expect(mistaken).toEqual([['size'], ['accepted']]);
});
