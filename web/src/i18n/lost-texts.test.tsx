import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '@/testing/render';
import { signIn } from '@/testing/session';
import { i18n } from '.';

vi.mock('./locales/en/accounts.json', () => {
  throw new Error('the texts did not come');
});

const notLoaded = -1;

it('Header_TextsOfAccountLost_ShowsNoKeys', async () => {
  await signIn();
  renderApp('/en/terms');
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(i18n.services.backendConnector.state['en|accounts']).toBe(notLoaded));
  await waitFor(() => expect(i18n.hasLoadedNamespace('accounts'), 'as i18next sees it').toBe(true));
  expect(screen.queryByText('Sara')).toBeNull();
});
