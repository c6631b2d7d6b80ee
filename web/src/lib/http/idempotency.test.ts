import { expect, it } from 'vitest';
import { ApiError } from '@/api/problem';
import { EffectKeys } from './idempotency';

it('keeps the key while the same click goes unanswered', () => {
  const keys = new EffectKeys();
  const first = keys.keyFor({ planId: 'a' });
  keys.settled(new ApiError(0));
  expect(keys.keyFor({ planId: 'a' })).toBe(first);
  keys.settled(new ApiError(503));
  expect(keys.keyFor({ planId: 'a' })).toBe(first);
  expect(first).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
});

it('takes a new key for another intention, after an answer, and after a refusal', () => {
  const keys = new EffectKeys();
  const first = keys.keyFor('a');
  const second = keys.keyFor('b');
  expect(second).not.toBe(first);
  keys.settled(null);
  const third = keys.keyFor('b');
  expect(third).not.toBe(second);
  keys.settled(new ApiError(422));
  expect(keys.keyFor('b')).not.toBe(third);
});
