import { afterEach, expect, it, vi } from 'vitest';
import {
  knownOrders,
  linkWithSession,
  rememberOrder,
  sessionOf,
  takeSessionFromAddress,
} from './order-session';
import { rememberPart } from './other-sessions';

afterEach(() => history.replaceState(null, '', '/'));

it('keeps each order once, the newest first', () => {
  rememberOrder('a', 's1');
  rememberOrder('b', 's2');
  rememberOrder('a', 's3');
  expect(knownOrders().map(({ id }) => id)).toEqual(['a', 'b']);
  expect(sessionOf('a')).toBe('s3');
});

it('keeps the secret that opens the whole order when one for its activation comes', () => {
  rememberOrder('e', 'whole');
  rememberPart('e', 'for-activation');
  expect(sessionOf('e')).toBe('for-activation');
  expect(knownOrders().find(({ id }) => id === 'e')?.session).toBe('whole');
  rememberPart('f', 'for-activation');
  expect(knownOrders()[0]).toMatchObject({ id: 'f', session: 'for-activation' });
});

it('removes the secret from the address bar', () => {
  history.replaceState(null, '', '/en/order-sim/c/payment?x=1#s=se-cret%E2%80%8E.');
  takeSessionFromAddress('c');
  expect(sessionOf('c')).toBe('se-cret');
  expect(location.hash).toBe('');
  expect(location.search).toBe('?x=1');
});

it('KnownOrders_SecretThatNoHeaderTakes_IsLeftOut', () => {
  rememberOrder('g', 'good');
  rememberOrder('h', 'bad\u200e');
  expect(knownOrders().map(({ id }) => id)).toEqual(['g']);
});

it('puts the secret only into the fragment of a link', () => {
  const link = linkWithSession(new URL('https://x.example/en/order-sim/c/payment?payment=1'), 'se+cret');
  expect(link).toBe('https://x.example/en/order-sim/c/payment#s=se%2Bcret');
});

it('counts broken storage as empty and works without storage', () => {
  localStorage.setItem('selfcare.orders', '{"broken"');
  expect(knownOrders()).toEqual([]);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'QuotaExceededError');
  });
  rememberOrder('d', 's4');
  expect(sessionOf('d')).toBe('s4');
});
