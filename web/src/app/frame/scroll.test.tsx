import { act, render } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scrollPositions } from '@/lib/site/scroll-entry';
import { Scroll } from './scroll';

/** The page: how far it can be scrolled, and the observers of its growth. */
let longest = 0;
let watching = new Set<() => void>();

beforeEach(() => {
  longest = 0;
  watching = new Set();
  vi.useFakeTimers();
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('scrollTo', (_left: number, top: number) => vi.stubGlobal('scrollY', Math.min(top, longest)));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #tell: () => void;
      constructor(tell: () => void) {
        this.#tell = tell;
      }
      observe() {
        watching.add(this.#tell);
        this.#tell();
      }
      disconnect() {
        watching.delete(this.#tell);
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

/** The content arrives, and the page gets longer. */
function grow(to: number) {
  longest = to;
  act(() => {
    for (const tell of watching) {
      tell();
    }
  });
}

function open(...addresses: string[]) {
  const frame = (
    <>
      <Outlet />
      <Scroll />
    </>
  );
  const router = createMemoryRouter([{ path: '*', element: frame }], { initialEntries: addresses });
  render(<RouterProvider router={router} />);
  return router;
}

it('starts a new page at its top and returns to the former place on the way back', async () => {
  const router = open('/a');
  longest = 2_000;
  scrollTo(0, 900);
  await act(() => router.navigate('/b'));
  expect(scrollY).toBe(0);
  await act(() => router.navigate(-1));
  expect(scrollY).toBe(900);
});

it('stays where the visitor scrolled before the page came alive', () => {
  longest = 2_000;
  scrollTo(0, 300);
  open('/scrolled-early');
  expect(scrollY).toBe(300);
});

it('returns to the former place although the content arrives later', async () => {
  const router = open('/a');
  longest = 2_000;
  scrollTo(0, 900);
  await act(() => router.navigate('/b'));
  longest = 200; // the page shows that it loads
  await act(() => router.navigate(-1));
  expect(scrollY).toBe(200);
  grow(400);
  grow(1_500);
  expect(scrollY).toBe(900);
  expect(watching.size, 'it stops').toBe(0);
});

it('returns to the place of a reloaded page although the content arrives later', () => {
  sessionStorage.setItem(scrollPositions, JSON.stringify({ '/a': 900 }));
  open('/a');
  grow(1_500);
  expect(scrollY).toBe(900);
});

it.each([
  ['moves', () => void dispatchEvent(new Event('wheel'))],
  ['has waited for long', () => void vi.advanceTimersByTime(5_001)],
])('leaves the page where it is when the visitor %s', (_what, happens) => {
  sessionStorage.setItem(scrollPositions, JSON.stringify({ '/a': 900 }));
  open('/a');
  act(happens);
  grow(1_500);
  expect(scrollY).toBe(0);
});

it('shows the element of the address, also when it arrives later', () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  open('/c#the%20part');
  expect(shown).not.toHaveBeenCalled();
  const part = document.createElement('h2');
  part.id = 'the part';
  document.body.append(part);
  grow(1_500);
  expect(shown.mock.instances).toEqual([part]);
  grow(1_600);
  expect(shown).toHaveBeenCalledTimes(1);
  part.remove();
});

it('stays at the top for an address whose hash names nothing', () => {
  open('/d#%E0%A4%A');
  grow(1_500);
  expect(scrollY).toBe(0);
  expect(watching.size).toBe(0);
});
