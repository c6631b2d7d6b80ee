import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { activateLanguage } from '@/app/activate-language';
import { i18n } from '@/i18n';
import { minimalSite } from '@/lib/site/minimal-site';
import { learnSite } from '@/lib/site/site';
import AddressMap, { type Place } from './address-map';

const show = (mapTiles: { url: string; credit: string }) => {
  learnSite('en', { ...minimalSite, settings: { ...minimalSite.settings, mapTiles } });
  const marked: (Place | undefined)[] = [];
  render(
    <MantineProvider>
      <AddressMap place={undefined} onChange={(place) => marked.push(place)} />
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
});

it('marks a place without tiles too', async () => {
  const marked = show({ url: '', credit: '© OpenStreetMap' });
  expect(screen.queryByText('© OpenStreetMap')).toBeNull();
  expect(document.querySelector('.leaflet-tile-pane img')).toBeNull();
  const [middle] = screen
    .getAllByRole('button')
    .filter((button) => button.tagName === 'BUTTON' && !button.closest('.leaflet-container'));
  await userEvent.click(middle as HTMLElement);
  expect(marked).toEqual([{ latitude: 24.7136, longitude: 46.6753 }]);
});
