import { expect, it } from 'vitest';
import { scrollEntry } from './scroll-entry';

const at = (pathname: string, key: string) =>
  scrollEntry({ pathname, key, search: '', hash: '', state: null });

it('tells two fully loaded pages apart', () => {
  expect(at('/en/complaint', 'default')).not.toBe(at('/en/service-request/CR1', 'default'));
});

it('recognises a page of the history by its key', () => {
  expect(at('/en/complaint', 'k1')).toBe('k1');
});
