import { afterEach, expect, it, vi } from 'vitest';
import { beginScroll, scrollEntry, scrollPositions } from './scroll-entry';

const at = (pathname: string, key: string) => ({ pathname, key, search: '', hash: '', state: null });

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

/** Begins a load of a page, with a position of an earlier visit, and returns the position that is restored. */
function begunBy(type: string, cameAsHtml: boolean, scrolledTo: number): number | undefined {
  sessionStorage.setItem(scrollPositions, JSON.stringify({ '/en/plans': 900, '/en/offers': 40 }));
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type }] });
  vi.stubGlobal('scrollY', scrolledTo);
  beginScroll(at('/en/plans', 'default'), cameAsHtml);
  const kept = JSON.parse(sessionStorage.getItem(scrollPositions) ?? '{}');
  expect(kept['/en/offers'], 'other pages').toBe(40);
  return kept['/en/plans'];
}

it('tells two fully loaded pages apart', () => {
  const entry = scrollEntry(at('/en/complaint', 'default'));
  expect(entry).not.toBe(scrollEntry(at('/en/service-request/CR1', 'default')));
});

it('recognises a page of the history by its key', () => {
  expect(scrollEntry(at('/en/complaint', 'k1'))).toBe('k1');
});

it('begins a new visit at the top, not where an earlier visit of the page ended', () => {
  expect(begunBy('navigate', false, 0)).toBeUndefined();
  expect(begunBy('navigate', true, 0)).toBe(0);
});

it('keeps the place to which the visitor has scrolled before the page was alive', () => {
  expect(begunBy('navigate', true, 300)).toBe(300);
  expect(begunBy('reload', true, 300)).toBe(300);
});

it('returns to the same place after a reload and in the history', () => {
  expect(begunBy('reload', false, 0)).toBe(900);
  expect(begunBy('reload', true, 0), 'the browser has not scrolled yet').toBe(900);
  expect(begunBy('back_forward', false, 0)).toBe(900);
});

it('survives positions that another program has broken', () => {
  sessionStorage.setItem(scrollPositions, '{');
  expect(() => beginScroll(at('/en/plans', 'default'), true)).not.toThrow();
});
