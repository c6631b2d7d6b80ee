import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { activateLanguage } from '@/app/activate-language';
import { i18n } from '@/i18n';
import { minimalSite } from '@/lib/site/minimal-site';
import { learnSite } from '@/lib/site/site';
import AddressMap, { type Place } from './address-map';

beforeEach(async () => {
  await activateLanguage('en');
  await i18n.loadNamespaces(['common', 'delivery']);
});

const show = (mapTiles: { url: string; credit: string }, place?: Place) => {
  learnSite('en', { ...minimalSite, settings: { ...minimalSite.settings, mapTiles } });
  const marked: (Place | undefined)[] = [];
  render(
    <MantineProvider>
      <AddressMap place={place} onChange={(place) => marked.push(place)} />
    </MantineProvider>,
  );
  return marked;
};

it('shows the tiles of the site with their attribution', () => {
  show({ url: 'https://tiles.example/{z}/{x}/{y}.png', credit: '© Maps <b>& more</b>' });
  expect(screen.getByText('© Maps <b>& more</b>')).toBeVisible();
});

it('names the buttons of the zoom in Arabic (D11)', async () => {
  await activateLanguage('ar');
  await i18n.loadNamespaces('common');
  show({ url: '', credit: '' });
  expect(await screen.findByRole('button', { name: 'تكبير' })).toHaveAttribute('title', 'تكبير');
  expect(screen.getByRole('button', { name: 'تصغير' })).toHaveAttribute('title', 'تصغير');
  await activateLanguage('en');
});

const tile = (): HTMLImageElement => {
  const image = document.querySelector<HTMLImageElement>('.leaflet-tile-pane img');
  if (!image) {
    throw new Error('no tile is asked for');
  }
  return image;
};
const tiles = { url: 'https://tiles.example/{z}/{x}/{y}.png', credit: '© Maps' };

it('draws a corner in place of a map that answers 503', async () => {
  show(tiles);
  expect(screen.queryByText(/no map to see/)).toBeNull();
  fireEvent.error(tile());
  expect(await screen.findByText(/no map to see/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Use the middle of the map' })).toBeNull();
});

it('draws the corner for a map that never comes, until it comes', async () => {
  vi.useFakeTimers();
  try {
    show(tiles);
    act(() => vi.advanceTimersByTime(7_900));
    expect(screen.queryByText(/no map to see/)).toBeNull();
    act(() => vi.advanceTimersByTime(200));
    expect(screen.getByText(/no map to see/)).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
  fireEvent.load(tile());
  await waitFor(() => expect(screen.queryByText(/no map to see/)).toBeNull());
});

it('keeps a map of which one tile fails', () => {
  show(tiles);
  fireEvent.load(tile());
  fireEvent.error(tile());
  expect(screen.queryByText(/no map to see/)).toBeNull();
});

it('moves the pin by keyboard, and keeps the focus on it', async () => {
  const user = userEvent.setup();
  const marked = show(tiles, { latitude: 24.7136, longitude: 46.6753 });
  const pin = await screen.findByRole('button', { name: /^Delivery place/ });
  pin.focus();
  await user.keyboard('{ArrowUp}');
  expect(marked[0]?.latitude).toBeGreaterThan(24.7136);
  expect(marked[0]?.longitude).toBeCloseTo(46.6753, 4);
});

const locate = (value: object) =>
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value });

afterEach(() => Reflect.deleteProperty(navigator, 'geolocation'));

const here = (latitude: number, longitude: number) => ({
  getCurrentPosition: (take: (at: unknown) => void) => take({ coords: { latitude, longitude } }),
});

it('takes the location of the device without a map too, but none outside the Kingdom', async () => {
  locate(here(51.5, -0.1));
  const marked = show({ url: '', credit: '' });
  await userEvent.click(screen.getByRole('button', { name: 'Use my location' }));
  expect(await screen.findByText('Please mark a place inside Saudi Arabia.')).toBeVisible();
  expect(marked).toEqual([]);
  locate(here(24.5, 46.6));
  await userEvent.click(screen.getByRole('button', { name: 'Use my location' }));
  expect(marked).toEqual([{ latitude: 24.5, longitude: 46.6 }]);
});

it('says that the location is off, and leaves the form as it is', async () => {
  const refused = { getCurrentPosition: (_: unknown, refuse: () => void) => refuse() };
  locate(refused);
  const marked = show(tiles);
  await userEvent.click(screen.getByRole('button', { name: 'Use my location' }));
  expect(await screen.findByText(/^Location access is disabled/)).toBeVisible();
  expect(marked).toEqual([]);
});

it('has no tiles where the site has none', async () => {
  show({ url: '', credit: '© OpenStreetMap' });
  expect(screen.queryByText('© OpenStreetMap')).toBeNull();
  expect(document.querySelector('.leaflet-tile-pane img')).toBeNull();
  expect(await screen.findByText(/no map to see/)).toBeVisible();
});

it('takes the middle of the map', async () => {
  const marked = show(tiles);
  await userEvent.click(screen.getByRole('button', { name: 'Use the middle of the map' }));
  expect(marked).toEqual([{ latitude: 24.7136, longitude: 46.6753 }]);
});
