import { MantineProvider } from '@mantine/core';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { minimalSite } from '@/lib/site/minimal-site';
import { renderApp } from '@/testing/render';
import { api, server } from '@/testing/server';
import { serveSite } from '@/testing/site';
import { Slider } from './slider';

const slide = (id: string, title: string) => ({
  id,
  title,
  text: 'Words.',
  action: `Go ${id}`,
  url: '/en/terms',
});
const homepage = {
  sliders: [slide('one', 'First'), slide('two', '<script>window.hurt = 1</script>')],
  sections: [
    { key: 'find-order', title: 'Where is my order?', text: 'By its number.', url: '/en/find-order' },
    {
      key: 'video-of-another-release',
      kind: 'video',
      title: '',
      text: '',
      source: 'https://elsewhere.example/',
    },
    { key: 'eid', kind: 'of-another-release', title: '<img src=x onerror=hurt()>', text: 'Words.' },
  ],
};

async function renderHome() {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
  serveSite(() => ({ homepage, settings: { ...minimalSite.settings, carouselMs: 7_000 } }));
  server.use(http.get(api('/number-booking/categories'), () => HttpResponse.json({ items: [] })));
  renderApp('/en');
  return screen.findByRole('region', { name: 'News' });
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const turn = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const shown = (slider: HTMLElement) => slider.querySelector('[data-shown] h2')?.textContent;

it('shows the slides of the server, and changes them at the set pace (D11, APP-13)', async () => {
  const slider = await renderHome();
  expect(screen.getByRole('link', { name: 'Where is my order?' })).toHaveAttribute('href', '/en/find-order');
  expect(shown(slider)).toBe('First');
  await turn(5_000);
  expect(shown(slider), 'the settings say seven seconds').toBe('First');
  await turn(2_500);
  expect(shown(slider)).toBe('<script>window.hurt = 1</script>');
  expect(slider.querySelector('script'), 'a script in a text is text').toBeNull();
});

it('pauses on request, under a pointer and with the focus inside', async () => {
  const slider = await renderHome();
  fireEvent.pointerEnter(slider);
  await turn(20_000);
  expect(shown(slider)).toBe('First');
  fireEvent.pointerLeave(slider);
  fireEvent.focus(screen.getByRole('button', { name: 'Pause' }));
  await turn(20_000);
  expect(shown(slider)).toBe('First');
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  fireEvent.blur(screen.getByRole('button', { name: 'Play' }));
  await turn(20_000);
  expect(shown(slider)).toBe('First');
  fireEvent.click(screen.getByRole('button', { name: /^Show: <script>/ }));
  expect(shown(slider)).not.toBe('First');
});

it('leaves out a section of an unknown kind, and shows a script as text', async () => {
  await renderHome();
  expect(screen.getByRole('heading', { name: '<img src=x onerror=hurt()>' })).toBeVisible();
  expect(document.querySelector('img[src=x]')).toBeNull();
  expect(screen.getByRole('main')).not.toHaveTextContent('another-release');
  expect(screen.getByRole('heading', { name: 'How it works' })).toBeVisible();
});

it('pauses for reduced motion, and moves on by hand', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget(), {
      matches: query.includes('reduced-motion'),
      media: query,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  );
  const slider = await renderHome();
  await turn(20_000);
  expect(shown(slider)).toBe('First');
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Show: <script>/ }));
  expect(shown(slider)).not.toBe('First');
});

it('keeps the prerendered slides of a visitor who prefers no motion', async () => {
  const slides = homepage.sliders.map((each) => ({ ...each, id: each.title }));
  const page = (
    <MemoryRouter>
      <MantineProvider>
        <Slider slides={slides} />
      </MantineProvider>
    </MemoryRouter>
  );
  const place = document.createElement('div');
  place.innerHTML = renderToString(page); // a server knows no preference
  document.body.append(place);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const known = new EventTarget() as MediaQueryList;
    return Object.assign(known, { matches: query.includes('reduce'), media: query });
  });
  const onRecoverableError = vi.fn();
  const root = await act(async () => hydrateRoot(place, page, { onRecoverableError }));
  onTestFinished(() => {
    act(() => root.unmount());
    place.remove();
  });
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(within(place).queryByRole('button', { name: 'Pause' }), 'nothing moves').toBeNull();
});
