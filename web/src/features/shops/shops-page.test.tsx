import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import type { ListStoresAnswer, OpeningDay, Store } from '@/api/gen-shops';
import { minimalSite } from '@/lib/site/minimal-site';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { serveSite } from '@/testing/site';

const week = (from: string, until: string): OpeningDay[] =>
  (['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const).map((day) => ({
    day,
    spans: day === 'fri' ? [] : [{ from, until }],
  }));

const olaya: Store = {
  id: 'RUH-001',
  name: 'Olaya',
  city: 'riyadh',
  cityName: 'Riyadh',
  address: 'Olaya Street, Olaya',
  phone: '0112345601',
  latitude: 24.6949,
  longitude: 46.6853,
  services: ['sim', 'esim'],
  open: true,
  changesAt: '2026-11-29T19:00:00Z',
  hours: week('09:00', '22:00'),
  ramadanHours: week('20:30', '02:00'),
};
const hamra: Store = { ...olaya, id: 'JED-001', name: 'Al Hamra', city: 'jeddah', cityName: 'Jeddah' };

const answer = (over: Partial<ListStoresAnswer> = {}): ListStoresAnswer => ({
  items: [olaya],
  page: 1,
  per_page: 10,
  total: 1,
  cities: [
    { key: 'riyadh', name: 'Riyadh', stores: 56, latitude: 24.7136, longitude: 46.6753 },
    { key: 'jeddah', name: 'Jeddah', stores: 35, latitude: 21.5433, longitude: 39.1728 },
  ],
  services: ['sim', 'esim', 'port-in'],
  ramadan: false,
  ...over,
});

/** Serves stores, and records the requests. */
function serveStores(answerTo: (asked: URLSearchParams) => ListStoresAnswer = () => answer()): string[] {
  const heard: string[] = [];
  server.use(
    http.get(api('/stores'), ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      heard.push(decodeURIComponent(search));
      return HttpResponse.json(answerTo(searchParams));
    }),
    http.get(api('/stores/:id'), ({ params: { id } }) => {
      const store = [olaya, hamra].find((one) => one.id === id);
      return store ? HttpResponse.json({ data: store }) : refuse(404, { messageKey: 'store_not_found' });
    }),
  );
  return heard;
}

const locate = (getCurrentPosition: Geolocation['getCurrentPosition']) =>
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });

const refusing = (code: number): Geolocation['getCurrentPosition'] => {
  const error = { code, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 } as const;
  return (_, failed) => failed?.(error);
};

afterEach(() => Reflect.deleteProperty(navigator, 'geolocation'));

const heading = (name: string) => screen.findByRole('heading', { level: 3, name });

it('lists stores ten a page with address, phone, hours and directions', async () => {
  serveSite();
  const heard = serveStores();
  renderApp('/en/stores');
  const card = within((await heading('Olaya')).closest('li') as HTMLElement);
  expect(heard).toEqual(['?page=1&per_page=10']);
  expect(card.getByText(/Olaya Street, Olaya/)).toBeVisible();
  expect(card.getByText('Open until 10:00 pm')).toBeVisible();
  expect(card.getByRole('link', { name: 'Call 0112345601' })).toHaveAttribute('href', 'tel:0112345601');
  expect(card.getByRole('link', { name: /^Directions/ })).toHaveAttribute(
    'href',
    'https://www.google.com/maps/dir/?api=1&destination=24.6949,46.6853',
  );
  expect(card.getByText('Hours of the year')).toBeInTheDocument();
  expect(card.getAllByText('9:00 am – 10:00 pm')).toHaveLength(6);
  expect(card.getAllByText('8:30 pm – 2:00 am')).toHaveLength(6);
});

it('shows the next opening of a closed store', async () => {
  serveSite();
  const tomorrow = new Date(Date.now() + 26 * 3600 * 1000);
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'Asia/Riyadh' }).format(tomorrow);
  const { changesAt: _, ...never } = { ...hamra, id: 'X', name: 'Never', open: false };
  serveStores(() =>
    answer({
      items: [
        { ...olaya, open: false, changesAt: tomorrow.toISOString() },
        { ...hamra, open: false, changesAt: new Date().toISOString() },
        never,
        { ...never, id: 'Y', name: 'Always', open: true },
        { ...olaya, id: 'Z', name: 'Late', changesAt: '2026-11-29T21:00:00Z' },
      ],
    }),
  );
  renderApp('/en/stores');
  expect(await screen.findByText(new RegExp(`^Closed, opens on ${day} at `))).toBeVisible();
  expect(screen.getByText(/^Closed, opens at /)).toBeVisible();
  expect(screen.getByText('Closed', { selector: 'p' })).toBeVisible();
  expect(screen.getByText('Open around the clock')).toBeVisible();
  expect(screen.getByText('Open until midnight')).toBeVisible();
});

it('keeps filters, words, page and view in the address, and clears them at once', async () => {
  serveSite();
  const heard = serveStores(() => answer({ total: 45 }));
  const { user, router } = renderApp('/en/stores?q=olaya&page=3&city=../x&services=haircut,esim');
  await user.selectOptions(await screen.findByLabelText('City'), 'riyadh');
  await user.click(screen.getByLabelText('Bring your number'));
  await user.click(screen.getByLabelText('Open now'));
  await waitFor(() => expect(heard.at(-1)).toContain('open_now=true'));
  expect(heard[0]).toBe('?q=olaya&services=esim&page=3&per_page=10');
  expect(heard.at(-1)).toBe('?q=olaya&city=riyadh&services=esim,port-in&open_now=true&page=1&per_page=10');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(router.state.location.search).toContain('page=2'));
  await user.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  await waitFor(() => expect(screen.getByLabelText('Name, district or city')).toHaveValue(''));
});

it('hides the filters behind a button on a phone', async () => {
  serveSite();
  serveStores(() => answer());
  const { user } = renderApp('/en/stores');
  const toggle = await screen.findByRole('button', { name: 'Filters' });
  const choices = screen.getByLabelText('City').closest('[class*=choices]');
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(choices).not.toHaveAttribute('data-open');
  await user.click(toggle);
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  expect(choices).toHaveAttribute('data-open');
});

it('searches by words once they are sent', async () => {
  serveSite();
  const heard = serveStores(() => answer({ total: 0, items: [] }));
  const { user, router } = renderApp('/en/stores');
  await user.type(await screen.findByLabelText('Name, district or city'), ' Atlantis {Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?q=Atlantis'));
  await waitFor(() => expect(heard.at(-1)).toBe('?q=Atlantis&page=1&per_page=10'));
  expect(await screen.findByText('No store matches what you are looking for.')).toBeVisible();
});

it.each([
  ['there are none', '/en/stores', {}, 'There are no stores yet.'],
  ['the page is beyond the list', '/en/stores?page=9', { total: 5 }, 'There is no such page of this list.'],
])('says so where %s', async (_, address, over, text) => {
  serveSite();
  serveStores(() => answer({ total: 0, items: [], cities: [], services: [], ...over }));
  renderApp(address);
  expect(await screen.findByText(text)).toBeVisible();
});

it('says that stores cannot be read, and asks again', async () => {
  serveSite();
  server.use(http.get(api('/stores'), () => refuse(503, { message: 'Not now' })));
  const { user } = renderApp('/en/stores');
  expect(await screen.findByText('Not now')).toBeVisible();
  serveStores();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await heading('Olaya')).toBeVisible();
});

it('asks for the position only on a press, and rounds it', async () => {
  serveSite();
  const asked = vi.fn<Geolocation['getCurrentPosition']>((found) =>
    found({ coords: { latitude: 24.712345, longitude: 46.67543 } } as GeolocationPosition),
  );
  locate(asked);
  const heard = serveStores((query) =>
    answer({ items: [query.has('near') ? { ...olaya, distance: 3_420 } : olaya] }),
  );
  const { user, router } = renderApp('/en/stores');
  await heading('Olaya');
  expect(asked).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Use my location' }));
  expect(await screen.findByText('3.4 km away')).toBeVisible();
  expect(heard.at(-1)).toBe('?near=24.712,46.675&page=1&per_page=10');
  expect(router.state.location.search).toBe('');
  await user.click(screen.getByRole('button', { name: 'Stop using my location' }));
  await waitFor(() => expect(screen.queryByText('3.4 km away')).toBeNull());
});

it.each([
  ['en', 1, 'Location access disabled', /choose a city/],
  ['ar', 1, 'الوصول إلى الموقع معطّل', /اختر مدينة/],
  ['en', 3, 'Your location could not be found', /try again/],
])('says how to go on where the location is not told (%s, %i)', async (language, code, title, text) => {
  serveSite();
  locate(refusing(code));
  serveStores();
  const { user } = renderApp(language === 'ar' ? '/ar/الفروع' : '/en/stores');
  await user.click(
    await screen.findByRole('button', { name: language === 'ar' ? 'استخدم موقعي' : 'Use my location' }),
  );
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
});

it('shows all matches on a map, also without tiles', async () => {
  serveSite(() => ({ settings: { ...minimalSite.settings, mapTiles: { url: '', credit: '' } } }));
  const places = [olaya, hamra].map(({ id, name, latitude, longitude, open }) => ({
    id,
    name,
    latitude,
    longitude,
    open,
  }));
  const heard = serveStores(() => answer({ places }));
  const { user, router } = renderApp('/en/stores');
  await heading('Olaya');
  await user.click(await screen.findByRole('button', { name: /Show on the map/ }));
  expect(await screen.findByRole('group', { name: /^Map of stores/ })).toBeVisible();
  expect(router.state.location.search).toBe('?view=map&store=RUH-001');
  expect(heard.at(-1)).toContain('places=true');
  expect(await screen.findByText(/street map is not available/)).toBeVisible();
  const chosen = await screen.findByRole('region', { name: 'Chosen store' });
  expect(await within(chosen).findByRole('heading', { name: 'Olaya' })).toBeVisible();
  expect(within(chosen).queryByRole('button', { name: /Show on the map/ })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'List' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

it('says that a store of an old address is gone', async () => {
  serveSite();
  serveStores();
  renderApp('/en/stores?view=map&store=RUH-999');
  expect(await screen.findByText('This store no longer exists.')).toBeVisible();
});

it('shows the tiles that the environment of the site names', async () => {
  serveSite(() => ({
    settings: {
      ...minimalSite.settings,
      mapTiles: { url: 'https://tiles.example/{z}/{x}/{y}.png', credit: '© Maps' },
    },
  }));
  serveStores(() => answer({ places: [] }));
  renderApp('/en/stores?view=map');
  expect(await screen.findByText('© Maps')).toBeVisible();
  expect(screen.queryByText(/street map is not available/)).toBeNull();
});

it('shows special hours of today', async () => {
  serveSite();
  serveStores(() => answer({ ramadan: true, holiday: 'Founding Day' }));
  renderApp('/en/stores');
  expect(await screen.findByText('The Ramadan hours apply now.')).toBeVisible();
  expect(screen.getByText(/^Today is Founding Day/)).toBeVisible();
  const weeks = screen.getAllByRole('heading', { level: 4, hidden: true }).map((one) => one.textContent);
  expect(weeks).toEqual(['Hours in Ramadan', 'Hours of the year']);
});
