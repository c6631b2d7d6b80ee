import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { minimalSite } from '@/lib/site/minimal-site';
import { renderApp } from '@/testing/render';
import { serveSite } from '@/testing/site';

it('frames the configured chat in the language of the page', async () => {
  serveSite(() => ({ settings: { ...minimalSite.settings, chatUrl: 'https://chat.example/start?team=1' } }));
  renderApp('/en/support-chat');
  expect(await screen.findByTitle('Chat with support')).toHaveAttribute(
    'src',
    'https://chat.example/start?team=1&lang=en',
  );
});

it('shows hours and contacts if there is no chat', async () => {
  serveSite(() => ({
    settings: { ...minimalSite.settings, supportPhone: '920000000' },
    translation: { 'help:hours': 'Every day from 8 to 22' },
  }));
  renderApp('/en/support-chat');
  expect(await screen.findByText('There is no online chat at the moment.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Call support 920000000' })).toHaveAttribute(
    'href',
    'tel:920000000',
  );
  expect(screen.getByText('Every day from 8 to 22')).toBeVisible();
  expect(screen.queryByTitle('Chat with support')).toBeNull();
});
