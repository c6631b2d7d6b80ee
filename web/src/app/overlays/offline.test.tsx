import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setConnection } from '@/testing/connection';
import { renderApp } from '@/testing/render';

it('stays on the page while offline, and opens the next page once online (D7)', async () => {
  const { router, path } = renderApp('/en/terms');
  expect(await screen.findByRole('heading', { level: 1, name: /Terms/ })).toBeVisible();
  setConnection('offline');
  expect(await screen.findByText(/^No Internet Connection/)).toBeVisible();
  act(() => void router.navigate('/en/page-of-no-visit'));
  expect(await screen.findByText(/The page you chose opens as soon as you are back/)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: /Terms/ })).toBeVisible();
  expect(path()).toBe('/en/terms');
  setConnection('online');
  await waitFor(() => expect(path()).toBe('/en/page-of-no-visit'));
  setConnection('offline');
  await act(() => router.navigate('/en/terms'));
  expect(await screen.findByRole('heading', { level: 1, name: /Terms/ }), 'shown before').toBeVisible();
  setConnection('online');
});
