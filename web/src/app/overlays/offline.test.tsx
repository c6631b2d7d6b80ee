import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderApp } from '@/testing/render';

/** The bar may come after the event: it then reads what the browser says. */
const connection = (now: 'online' | 'offline') => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(now === 'online');
  return act(() => void dispatchEvent(new Event(now)));
};

afterEach(() => vi.restoreAllMocks());

it('keeps the page where another one cannot come, and opens that one with the connection (D7)', async () => {
  const { router, path } = renderApp('/en/terms');
  expect(await screen.findByRole('heading', { level: 1, name: /Terms/ })).toBeVisible();
  connection('offline');
  expect(await screen.findByText(/^No Internet Connection/)).toBeVisible();
  act(() => void router.navigate('/en/page-of-no-visit'));
  expect(await screen.findByText(/The page you chose opens as soon as you are back/)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: /Terms/ })).toBeVisible();
  expect(path()).toBe('/en/terms');
  connection('online');
  await waitFor(() => expect(path()).toBe('/en/page-of-no-visit'));
  connection('offline');
  await act(() => router.navigate('/en/terms'));
  expect(await screen.findByRole('heading', { level: 1, name: /Terms/ }), 'shown before').toBeVisible();
  connection('online');
});
