import { afterEach, expect, it, vi } from 'vitest';
import {
  knownOrders,
  linkWithSession,
  rememberOrder,
  sessionOf,
  takeSessionFromAddress,
} from './order-session';

afterEach(() => history.replaceState(null, '', '/'));

it('keeps the newest orders first and each once', () => {
  rememberOrder('a', 's1');
  rememberOrder('b', 's2');
  rememberOrder('a', 's3');
  expect(knownOrders().map(({ id }) => id)).toEqual(['a', 'b']);
  expect(sessionOf('a')).toBe('s3');
});

it('takes the secret out of the address bar', () => {
  history.replaceState(null, '', '/en/order-sim/c/payment?x=1#s=se%2Bcret');
  takeSessionFromAddress('c');
  expect(sessionOf('c')).toBe('se+cret');
  expect(location.hash).toBe('');
  expect(location.search).toBe('?x=1');
});

it('puts the secret into the fragment of a link, and nowhere else', () => {
  const link = linkWithSession(new URL('https://x.example/en/order-sim/c/payment?payment=1'), 'se+cret');
  expect(link).toBe('https://x.example/en/order-sim/c/payment#s=se%2Bcret');
});

it('counts broken storage as empty and still works where storage is refused', () => {
  localStorage.setItem('selfcare.orders', '{"broken"');
  expect(knownOrders()).toEqual([]);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'QuotaExceededError');
  });
  rememberOrder('d', 's4');
  expect(sessionOf('d')).toBe('s4');
});
