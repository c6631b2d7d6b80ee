import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { ProposalSubject } from '@/api/gen-support';
import { signInStaff } from '@/testing/console';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';

const settings: ProposalSubject[] = [
  {
    key: 'minAge',
    value: { setting: '21' },
    usual: { setting: '18' },
    setting: {
      name: 'Minimum age',
      meaning: 'Age from which a customer may order.',
      group: 'orders',
      groupName: 'Orders',
      type: 'whole-number',
      unit: 'years',
      bound: 'From 0 to 120 years.',
      now: '21 years',
      usual: '18 years',
    },
  },
  {
    key: 'deliveryFeeHome',
    value: { setting: '2500' },
    usual: { setting: '2500' },
    setting: {
      name: 'Fee for home delivery',
      meaning: 'What delivery costs.',
      group: 'delivery',
      groupName: 'Delivery',
      type: 'amount',
      now: '25 SAR',
      usual: '25 SAR',
    },
  },
];

beforeEach(async () => {
  await signInStaff();
  server.use(
    http.get(api('/support/changes'), () => HttpResponse.json({ items: [], more: false })),
    http.get(api('/support/changes/subjects'), () => HttpResponse.json({ items: settings })),
  );
});

const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

it('Settings_Page_ListsEachWithMeaningUnitAndValue', async () => {
  const { user } = renderApp('/en/console/changes');
  await user.click(await screen.findByRole('link', { name: 'All settings' }));
  const orders = within(await screen.findByRole('region', { name: 'Orders' }));
  expect(orders.getByRole('region', { name: 'Minimum age' })).toHaveTextContent(
    /Age from which a customer may order.*In force:.*21 years.*Usual:.*18 years.*From 0 to 120 years.*minAge/,
  );
  expect(screen.getByText('2 settings')).toBeVisible();
});

it('Settings_Search_NarrowsByWordsOfMeaning', async () => {
  const { user, router } = renderApp('/en/console/changes/settings');
  await user.type(await screen.findByLabelText('Search settings'), 'delivery costs');
  await waitFor(() => expect(names()).toEqual(['Fee for home delivery']));
  await waitFor(() => expect(router.state.location.search).toBe('?words=delivery+costs'));
  await user.type(screen.getByLabelText('Search settings'), ' nothing');
  expect(screen.getByText('No setting matches.')).toBeVisible();
});

it('Settings_OnlyDifferent_LeavesOutUsualValues', async () => {
  const { user } = renderApp('/en/console/changes/settings');
  await user.click(await screen.findByLabelText('Only settings that differ from the usual value'));
  await waitFor(() => expect(names()).toEqual(['Minimum age']));
});

it('Settings_ProposeChange_OpensTheFormOfTheSetting', async () => {
  const { user } = renderApp('/en/console/changes/settings');
  await user.click(await screen.findByRole('button', { name: 'Propose a change of Minimum age' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('textbox', { name: 'Minimum age (years)' })).toHaveValue('21');
});

it('Settings_History_LeadsToTheChangesOfTheSetting', async () => {
  const { user, router } = renderApp('/en/console/changes/settings?words=age');
  await user.click(await screen.findByRole('link', { name: 'History of Minimum age' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/en/console/changes'));
  expect(router.state.location.search).toBe('?kind=setting&key=minAge');
});

it('Settings_ServerFails_OffersAnotherTry', async () => {
  server.use(http.get(api('/support/changes/subjects'), () => refuse(500, { message: 'Something failed' })));
  renderApp('/ar/console/changes/settings');
  expect(await screen.findByRole('heading', { name: 'جميع الإعدادات' })).toBeVisible();
  expect(await screen.findByText('Something failed')).toBeVisible();
});
