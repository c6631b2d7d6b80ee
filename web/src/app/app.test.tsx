import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { rememberOrder } from '@/features/order/model/order-session';
import { orderAt, session } from '@/testing/order';
import { renderApp } from '@/testing/render';
import { serveOrder } from '@/testing/server';

it('opens in the language of the address and switches to the other one on the same page', async () => {
  const { user, path } = renderApp('/ar/');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('رقمك الجديد يصل إلى بابك');
  expect(document.documentElement).toHaveAttribute('dir', 'rtl');
  await user.click(screen.getByRole('link', { name: 'English' }));
  await waitFor(() => expect(path()).toBe('/en/'));
  expect(document.documentElement).toHaveAttribute('lang', 'en');
  expect(document.documentElement).toHaveAttribute('dir', 'ltr');
});

it('goes back to the former language with its layout', async () => {
  const { user, router } = renderApp('/ar/sim-activation');
  await screen.findByRole('heading', { level: 1 });
  await router.navigate('/en/');
  await screen.findByRole('heading', { level: 1, name: /Your new number/ });
  await router.navigate(-1);
  expect(await screen.findByRole('heading', { level: 1, name: 'فعّل شريحتك' })).toBeVisible();
  expect(document.documentElement).toHaveAttribute('dir', 'rtl');
  expect(user).toBeDefined();
});

it.each([
  ['/order-sim/en', '/en/order-sim/select-number'],
  ['/order-sim-arabic', '/ar/order-sim/اختيار-الرقم'],
  ['/', '/ar/'],
  ['/en//plans', '/en/plans'],
  ['/EN/plans?family=x#top', '/en/plans'],
  ['/en/PLANS', '/en/plans'],
  ['/en/plans.html', '/en/plans'],
  ['/en/plans\u200e', '/en/plans'],
  ['/ar/Order-SIM/اختيار-الرقم', '/ar/order-sim/اختيار-الرقم'],
])('leads %s to %s', async (from, to) => {
  const { path } = renderApp(from);
  await waitFor(() => expect(path()).toBe(to));
});

it('offers a way on from an unknown address', async () => {
  renderApp('/en/nothing/here');
  expect(await screen.findByRole('heading', { name: 'We could not find this page' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/en/');
});

it('offers to go on with the order of this browser', async () => {
  const order = orderAt('delivery');
  rememberOrder(order.id, session);
  serveOrder(order);
  renderApp('/en/');
  expect(await screen.findByRole('link', { name: 'Open my order' })).toHaveAttribute(
    'href',
    `/en/order-sim/${order.id}/delivery`,
  );
});
