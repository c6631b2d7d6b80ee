import { act, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { setConnection } from '@/testing/connection';
import { portAt } from '@/testing/kinds';
import { bookingWith, orderAt, orderId, placedOrder, session } from '@/testing/order';
import { renderApp, renderStep } from '@/testing/render';
import { api, refuse, serveOrder, server, takeCalls } from '@/testing/server';
import { rememberOrder } from '../model/order-session';

afterEach(() => {
  vi.useRealTimers();
});

it('redirects a step that is not open yet to the open step', async () => {
  const { path } = renderStep(orderAt('eligibility-check'), 'payment');
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1, name: 'Who is the SIM for?' })).toHaveFocus(),
  );
  expect(path()).toBe(`/en/order-sim/${orderId}/check-eligibility`);
});

it('leads back to the former step, if there is one', async () => {
  const { user, path } = renderStep(orderAt('eligibility-check'), 'eligibility-check');
  await user.click(await screen.findByRole('link', { name: 'Back' }));
  const plans = await screen.findByRole('heading', { level: 1, name: 'Choose your plan' });
  await waitFor(() => expect(plans).toHaveFocus());
  expect(path()).toBe(`/en/order-sim/${orderId}/select-plan`);
});

it('corrects the slug of the other language', async () => {
  rememberOrder(orderId, session);
  serveOrder(orderAt('plan-selection'));
  const { path } = renderApp(`/ar/order-sim/${orderId}/select-plan`);
  await waitFor(() => expect(path()).toBe(`/ar/order-sim/${orderId}/اختيار-الباقة`));
  expect(document.documentElement).toHaveAttribute('dir', 'rtl');
});

it.each([
  ['user-information', 'user-information', 'بيانات-العميل', 'كيف نتواصل معك؟'],
  ['payment-details', 'payment-details', 'تفاصيل-الدفع', 'ادفع قيمة طلبك'],
  ['plan-selection', 'plan-selection', 'اختيار-الباقة', 'اختر باقتك'],
] as const)('opens a step by its id in the specification: %s', async (id, step, slug, title) => {
  rememberOrder(orderId, session);
  serveOrder(orderAt(step));
  const { path } = renderApp(`/ar/order-sim/${orderId}/${id}`);
  await waitFor(() => expect(path()).toBe(`/ar/order-sim/${orderId}/${slug}`));
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
});

it('shows the order itself once it is placed', async () => {
  const { path } = renderStep(placedOrder('preparing'), 'payment');
  await waitFor(() => expect(path()).toBe(`/en/order-sim/${orderId}/order-details`));
});

it('leads from an order found by its SIM to its activation', async () => {
  rememberOrder(orderId, session);
  serveOrder(placedOrder('delivered', { opened: 'activation' }));
  const { path } = renderApp(`/en/order-sim/${orderId}/order-details`);
  await waitFor(() => expect(path()).toBe('/en/sim-activation'));
});

it('follows an order that another tab or a late answer advances', async () => {
  const { path } = renderStep(orderAt('plan-selection'), 'plan-selection');
  await screen.findByRole('heading', { level: 1, name: 'Choose your plan' });
  serveOrder(orderAt('eligibility-check', { seq: 2 }));
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Who is the SIM for?' })).toBeVisible();
  expect(path()).toBe(`/en/order-sim/${orderId}/check-eligibility`);
});

it('goes on where the page starts anew after an app on the same phone, once', async () => {
  const identity = {
    status: 'completed',
    random: '42',
    expiresAt: '2026-11-30T09:00:00Z',
    triesLeft: 4,
    purpose: 'order',
  } as const;
  const order = orderAt('user-information', { identity });
  sessionStorage.setItem(`left-step-${orderId}`, 'yes');
  const { path } = renderStep(order, 'identity-validation');
  // The page is left at once: a stream that is cut while it opens breaks the HTTP client of the tests.
  server.use(http.get(api(`/orders/${orderId}/events`), () => new Response(null, { status: 503 })));
  expect(await screen.findByRole('heading', { level: 1, name: 'How do we reach you?' })).toBeVisible();
  expect(path()).toBe(`/en/order-sim/${orderId}/information-details`);
  expect(sessionStorage.getItem(`left-step-${orderId}`)).toBeNull();
});

it('follows at once an order that another tab has advanced', async () => {
  const { path } = renderStep(orderAt('plan-selection'), 'plan-selection');
  await screen.findByRole('heading', { level: 1, name: 'Choose your plan' });
  serveOrder(orderAt('eligibility-check', { seq: 2 }));
  const otherTab = new BroadcastChannel('orders');
  otherTab.postMessage({ id: orderId, seq: 2 });
  await waitFor(() => expect(path()).toBe(`/en/order-sim/${orderId}/check-eligibility`));
  otherTab.close();
});

it('cancels an unpaid order from its summary, free of charge', async () => {
  const order = orderAt('plan-selection', { canCancel: true });
  const calls = takeCalls('post', '/cancellation', placedOrder('cancelled', { seq: 2 }));
  const { user, path } = renderStep(order, 'plan-selection');
  const summary = within(await screen.findByRole('complementary', { name: 'Your order' }));
  await user.click(summary.getByRole('button', { name: 'Cancel this order' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this order?' }));
  expect(dialog.getByText(/It costs you nothing.*becomes free for others/)).toBeVisible();
  expect(calls, 'nothing happens before the answer').toHaveLength(0);
  await user.click(dialog.getByRole('button', { name: 'Yes, cancel the order' }));
  await waitFor(() => expect(path()).toContain('order-details'));
  expect(calls).toHaveLength(1);
});

it('stays on an earlier step that the customer went back to', async () => {
  const { path } = renderStep(orderAt('eligibility-check'), 'plan-selection');
  await screen.findByRole('heading', { level: 1, name: 'Choose your plan' });
  serveOrder(orderAt('identity-validation', { seq: 2 }));
  window.dispatchEvent(new Event('visibilitychange'));
  const progress = await screen.findByRole('navigation', { name: 'Steps of your order' });
  expect(await within(progress).findByRole('link', { name: 'Identity' })).toBeVisible();
  expect(path()).toBe(`/en/order-sim/${orderId}/select-plan`);
});

it('says how to open an order of another browser', async () => {
  server.use(
    http.get(api(`/orders/${orderId}`), () =>
      refuse(403, { message: 'Not yours', messageKey: 'order_not_yours' }),
    ),
  );
  renderApp(`/en/order-sim/${orderId}/payment`);
  expect(await screen.findByRole('heading', { name: 'This order cannot be opened here' })).toBeVisible();
});

it('warns five minutes before the hold ends, and extends it on request', async () => {
  const soon = new Date(Date.now() + 290_000).toISOString();
  const order = orderAt('plan-selection', { booking: bookingWith({ holdExpiresAt: soon }) });
  const kept = takeCalls('post', '/number/extension', orderAt('plan-selection', { seq: 2 }));
  const { user } = renderStep(order, 'plan-selection');
  expect(await screen.findByText(/held for 5 more minutes/)).toHaveAttribute('aria-live', 'polite');
  // The button is above the step, next to it, and in the sheet that opens on a phone.
  expect(screen.getAllByRole('button', { name: 'Keep my number', hidden: true })).toHaveLength(3);
  const summary = screen.getByRole('complementary', { name: 'Your order' });
  await user.click(within(summary).getByRole('button', { name: 'Keep my number' }));
  await waitFor(() => expect(kept).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(/held for 5 more minutes/)).toBeNull());
});

it('shows the end of the hold after the button of the warning is gone', async () => {
  const soon = new Date(Date.now() + 290_000).toISOString();
  const later = '2099-03-14T13:05:00Z';
  const order = orderAt('plan-selection', {
    booking: bookingWith({ holdExpiresAt: soon, extensionsLeft: 2 }),
  });
  takeCalls(
    'post',
    '/number/extension',
    orderAt('plan-selection', { seq: 2, booking: bookingWith({ holdExpiresAt: later }) }),
  );
  const { user } = renderStep(order, 'plan-selection');
  await screen.findByText(/held for 5 more minutes/);
  const keep = () => screen.getAllByRole('button', { name: 'Keep my number', hidden: true });
  const inWarning = keep().find((button) => !button.closest('aside, details'));
  await user.click(inWarning ?? expect.fail('the warning offers to keep the number'));
  const said = await screen.findByText('Done. Your number is held until 4:05 pm.');
  expect(said).toHaveAttribute('role', 'status');
  expect(keep().filter((button) => !button.closest('aside, details'))).toEqual([]);
  expect(screen.getByRole('main')).toHaveFocus();
});

/** The page's clocks stop, except for the time that the test advances; waits for answers continue. */
const stoppedClock = () => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'performance', 'Date'],
    shouldAdvanceTime: true,
  });
  return (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
};

const spoken = () =>
  ['polite', 'assertive'].map((how) =>
    [...document.querySelectorAll(`.visually-hidden[aria-live=${how}]`)]
      .map(({ textContent }) => textContent)
      .join(''),
  );

it('warns five, two and one minute before the hold ends, the last time at once', async () => {
  const pass = stoppedClock();
  const until = new Date(Date.now() + 310_000).toISOString();
  renderStep(orderAt('plan-selection', { booking: bookingWith({ holdExpiresAt: until }) }), 'plan-selection');
  await screen.findByRole('complementary', { name: 'Your order' });
  expect(spoken()).toEqual(['', '']);
  expect(screen.queryByText('Your reservation ends in')).toBeNull();
  const extend = 'Extend it with “Keep my number”.';
  await pass(11);
  expect(spoken()).toEqual([`Your number is held for 5 more minutes. ${extend}`, '']);
  expect(screen.getByText('Your reservation ends in')).toBeVisible();
  await pass(60);
  expect(spoken()[0], 'not each minute').toContain('5 more minutes');
  await pass(120);
  expect(spoken()).toEqual([`Your number is held for 2 more minutes. ${extend}`, '']);
  await pass(60);
  expect(spoken()).toEqual(['', `Your number is held for 1 more minute. ${extend}`]);
});

it('says that the hold cannot be extended again', async () => {
  const until = new Date(Date.now() + 290_000).toISOString();
  const booking = bookingWith({ holdExpiresAt: until, extensionsLeft: 0 });
  renderStep(orderAt('plan-selection', { booking }), 'plan-selection');
  const said =
    'Your number is held for 5 more minutes. The reservation cannot be extended again. Please finish in time.';
  expect(await screen.findByText(said)).toHaveAttribute('aria-live', 'polite');
  expect(screen.queryByRole('button', { name: 'Keep my number', hidden: true })).toBeNull();
});

it('shows the time left by the server’s clock after the device slept', async () => {
  const pass = stoppedClock();
  const now = Date.now();
  const booking = bookingWith({ holdExpiresAt: new Date(now + 600_000).toISOString() });
  renderStep(orderAt('plan-selection', { booking }), 'plan-selection');
  await screen.findByRole('complementary', { name: 'Your order' });
  // The clock of the device slept too.
  serveOrder(orderAt('plan-selection', { booking, serverTime: new Date(now + 420_000).toISOString() }));
  vi.setSystemTime(now + 420_000);
  await pass(2);
  await waitFor(() => expect(spoken()[0]).toContain('held for 3 more minutes'));
});

it('offers similar numbers after a lost hold and keeps the input', async () => {
  const order = orderAt('user-information');
  const { user } = renderStep(order, 'user-information');
  await user.type(await screen.findByLabelText('Email'), 'noura@example.com');

  const booking = bookingWith({ holdExpiresAt: undefined, expired: true });
  const lost = orderAt('number-selection', { seq: 2, steps: order.steps, booking });
  serveOrder(lost);
  window.dispatchEvent(new Event('visibilitychange'));
  const dialog = await screen.findByRole('dialog', { name: 'Number reservation time ended' });

  const again = takeCalls('put', '/number', orderAt('user-information', { seq: 3 }));
  await user.click(await within(dialog).findByRole('button', { name: 'Choose 057 111 2222' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(again[0]?.body).toEqual({ msisdn: '0571112222' });
  expect(screen.getByLabelText('Email')).toHaveValue('noura@example.com');
});

it('offers no number that costs more than the lost one', async () => {
  const booking = bookingWith({ price: 15_000, holdExpiresAt: undefined, expired: true });
  renderStep(orderAt('user-information', { booking }), 'user-information');
  const dialog = await screen.findByRole('dialog', { name: 'Number reservation time ended' });
  expect(await within(dialog).findByRole('button', { name: 'Choose 057 111 2222' })).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Choose 057 333 4444' })).toBeNull();
});

it('does not offer a number that another customer has taken', async () => {
  const booking = bookingWith({ holdExpiresAt: undefined, expired: true });
  server.use(
    http.put(api('/orders/:id/number'), () => refuse(409, { messageKey: 'number_taken', message: 'Taken.' })),
  );
  const { user } = renderStep(orderAt('user-information', { booking }), 'user-information');
  await user.click(await screen.findByRole('button', { name: 'Try the same number again' }));
  expect(await screen.findByText('Taken.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try the same number again' })).toBeNull();
});

it('asks before the customer leaves a held number', async () => {
  const given = takeCalls('delete', '/number', orderAt('number-selection', { seq: 2, booking: undefined }));
  const { user, path } = renderStep(orderAt('plan-selection'), 'plan-selection');
  await screen.findByRole('listitem', { name: 'Basic 25' });
  await user.click(screen.getByRole('link', { name: 'Selfcare' }));
  const dialog = await screen.findByRole('dialog', { name: 'Leave your order?' });
  await user.click(within(dialog).getByRole('button', { name: 'Stay here' }));
  expect(path()).toContain('select-plan');
  await user.click(screen.getByRole('link', { name: 'Selfcare' }));
  await user.click(await screen.findByRole('button', { name: 'Leave and give the number back' }));
  await waitFor(() => expect(path()).toBe('/en/'));
  expect(given).toHaveLength(1);
});

it('asks before the customer leaves a held number without a connection, too', async () => {
  const { router } = renderStep(orderAt('plan-selection'), 'plan-selection');
  await screen.findByRole('listitem', { name: 'Basic 25' });
  setConnection('offline');
  await screen.findByText(/^No Internet Connection/);
  await act(() => router.navigate('/en/terms'));
  expect(await screen.findByRole('dialog', { name: 'Leave your order?' })).toBeVisible();
  setConnection('online');
});

it('keeps the page when the language changes', async () => {
  const { user, path } = renderStep(orderAt('plan-selection'), 'plan-selection');
  await user.click(await screen.findByRole('link', { name: 'العربية' }));
  await waitFor(() => expect(path()).toBe(`/ar/order-sim/${orderId}/اختيار-الباقة`));
  expect(await screen.findByRole('heading', { level: 1, name: 'اختر باقتك' })).toBeVisible();
});

it('copies a link that opens the order elsewhere', async () => {
  const { user } = renderStep(orderAt('plan-selection'), 'plan-selection');
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const summary = await screen.findByRole('complementary', { name: 'Your order' });
  await user.click(within(summary).getByRole('button', { name: 'Copy a link for another device' }));
  expect(write).toHaveBeenCalledWith(expect.stringMatching(/#s=a-secret-of-this-order$/));
  expect(await within(summary).findByText('Link copied')).toBeVisible();
});

it('lets a draft without price and hold be given up on a phone, too (ORD-16)', async () => {
  renderStep(portAt('mnp-number-selection', { canCancel: true, price: undefined }), 'mnp-number-selection');
  await screen.findByRole('complementary', { name: 'Your order' });
  // The summary stands next to the step, and in the sheet that opens on a phone.
  const cancel = () => screen.getAllByRole('button', { name: 'Cancel this order', hidden: true });
  await waitFor(() => expect(cancel()).toHaveLength(2));
  expect(screen.getAllByText('Copy a link for another device')).toHaveLength(2);
});
