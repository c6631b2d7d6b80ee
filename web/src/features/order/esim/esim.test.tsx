import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { esimAt, esimMilestones, placedEsim, portWith, profileWith } from '@/testing/kinds';
import { orderId, progressWith } from '@/testing/order';
import { renderStep } from '@/testing/render';
import { api, server, takeCalls } from '@/testing/server';

afterEach(() => vi.restoreAllMocks());

it('changes the phone of an order, with the known one found again', async () => {
  const calls = takeCalls('put', '/device', esimAt('number-selection', { seq: 2 }));
  const { user, path } = renderStep(esimAt('number-selection'), 'purchase-type-selection');
  expect(await screen.findByRole('radio', { name: 'Apple iPhone 16' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(path()).toBe(`/en/order-sim/${orderId}/select-number`));
  expect(calls[0]?.body).toEqual({ model: 'apple-iphone-16' });
});

it('shows the phone and no delivery in the confirmation', async () => {
  renderStep(esimAt('order-confirmation'), 'order-confirmation');
  expect(await screen.findByText('Apple iPhone 16')).toBeVisible();
  expect(screen.queryByText('Delivery')).toBeNull();
});

it('shows when the eSIM will be ready', async () => {
  const profile = profileWith({ state: 'ordered', promisedBy: '2026-11-22T09:00:00Z', lpa: undefined });
  const made = { key: 'esim-code', state: 'running', actor: 'us' } as const;
  const progress = progressWith('esim-made', made, esimMilestones);
  renderStep(placedEsim('preparing', { progress, profile }), 'order-details');
  expect(await screen.findByText(/Ready by 12:00/)).toBeVisible();
  const steps = screen.getByRole('list', { name: 'State of your order' });
  expect(within(steps).getByText('eSIM code').closest('li')).toHaveAttribute('aria-current', 'step');
  expect(within(steps).queryByText('Dispatched')).toBeNull();
});

it('shows the code to scan and to copy on a computer, and how each phone takes it', async () => {
  const device = { model: 'apple-iphone-16' };
  const { user } = renderStep(placedEsim('dispatched', { device }), 'order-details');
  expect(await screen.findByRole('img', { name: 'QR code of your eSIM' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Install on this phone' })).toBeNull();
  expect(screen.getByText('smdp.example.com')).toBeVisible();
  expect(screen.getByText('QR-G-5C-1LS-1W1Z9P7')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Google Pixel' }));
  expect(screen.getByText(/Network & internet/)).toBeVisible();
});

const eid = { eid: '89049032000000000000000000000163' };
it.each([
  ['iPhone', eid, 'apple', /^This needs iOS 17.4/],
  ['Linux; Android 15', { model: 'huawei-p40' }, 'android', /opens no installation/],
])('begins with the installation on this phone: %s', async (userAgent, device, maker, hint) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  const { user } = renderStep(placedEsim('dispatched', { device }), 'order-details');
  expect(await screen.findByRole('link', { name: 'Install on this phone' })).toHaveAttribute(
    'href',
    expect.stringContaining(`https://esimsetup.${maker}.com/esim_qrcode_provisioning?carddata=LPA:1$`),
  );
  expect(screen.getByText(hint)).toBeVisible();
  const picture = screen.getByRole('img', { name: 'QR code of your eSIM', hidden: true });
  expect(picture).not.toBeVisible();
  await user.click(screen.getByText('For another phone: show the QR code'));
  expect(picture).toBeVisible();
});

it.each([
  ['iPhone', { model: 'huawei-p40' }],
  ['Linux; Android 15', { model: 'apple-iphone-16' }],
])('begins with the picture on a phone that the eSIM is not for: %s', async (userAgent, device) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  renderStep(placedEsim('dispatched', { device }), 'order-details');
  expect(await screen.findByRole('img', { name: 'QR code of your eSIM' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Install on this phone' })).toBeNull();
});

it.each([
  ['Samsung', { model: 'samsung-galaxy-s24' }],
  ['Google Pixel', { model: 'google-pixel-9' }],
  ['Another phone', { model: 'huawei-p40' }],
])('begins with the guide of the phone it was ordered for: %s', async (name, device) => {
  renderStep(placedEsim('dispatched', { device }), 'order-details');
  expect(await screen.findByRole('radio', { name })).toBeChecked();
});

it('sends the code again and names the address', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(api(`/orders/${orderId}/profile/message`), async ({ request }) => {
      sent.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = renderStep(placedEsim('dispatched'), 'order-details');
  await user.click(await screen.findByRole('button', { name: 'Send me the code again' }));
  expect(await screen.findByText(/^Sent to your mobile and to/)).toHaveTextContent('noura@example.com');
  expect(sent).toEqual([{}]);
});

it('explains a failed installation and makes a new code after a confirmation', async () => {
  const error = { code: 'esim_no_memory', message: 'No room on your phone.' };
  const calls = takeCalls('post', '/profile/reissue', placedEsim('dispatched', { seq: 2 }));
  const { user } = renderStep(
    placedEsim('dispatched', { profile: profileWith({ state: 'error', error, reissuesLeft: 1 }) }),
    'order-details',
  );
  expect(await screen.findByText('No room on your phone.')).toBeVisible();
  expect(screen.getByText(/If a new code does not help either, please contact support/)).toBeVisible();
  expect(screen.getByText(/Order number for support/)).toHaveTextContent('SC12345678');
  await user.click(await screen.findByRole('button', { name: 'Get a new code' }));
  const dialog = screen.getByRole('dialog', { name: 'Get a new code?' });
  expect(within(dialog).getByText('You can do this one more time.')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Yes, make a new code' }));
  expect(await screen.findByRole('img', { name: 'QR code of your eSIM' })).toBeVisible();
  expect(calls[0]?.body).toEqual({});
});

it.each([
  ['error', 'Get a new code', 'filled'],
  ['released', 'It did not install', 'default'],
] as const)(
  'makes the new code the strongest way on only where the eSIM failed: %s (D13)',
  async (state, name, look) => {
    const error = state === 'error' ? ({ code: 'esim_no_memory', message: 'No room.' } as const) : undefined;
    renderStep(placedEsim('dispatched', { profile: profileWith({ state, error }) }), 'order-details');
    expect(await screen.findByRole('button', { name })).toHaveAttribute('data-variant', look);
  },
);

it('shows a failed installation as failed, never as on the phone', async () => {
  const error = { code: 'esim_no_memory', message: 'No room on your phone.' };
  const installed = { key: 'esim-installed', state: 'failed', actor: 'customer' } as const;
  const progress = progressWith('install-failed', installed, esimMilestones);
  renderStep(
    placedEsim('delivered', { progress, profile: profileWith({ state: 'error', error }) }),
    'order-details',
  );
  const steps = await screen.findByRole('list', { name: 'State of your order' });
  const failed = within(steps)
    .getByText(/^On your phone/)
    .closest('li');
  expect(failed).toHaveAttribute('data-state', 'failed');
  expect(failed).toHaveTextContent('On your phoneDid not install · Your turn');
  expect(failed).toHaveAttribute('aria-current', 'step');
});

it.each([
  ['en', /it works once your number is switched to us/],
  ['ar', /ستعمل بعد نقل رقمك إلينا/],
] as const)(
  'says at the code of a number on its way to install it now, and when it works (%s)',
  async (language, words) => {
    const port = portWith({ status: 'submitted' });
    renderStep(placedEsim('dispatched', { numberSource: 'port-in', port }), 'order-details', language);
    expect(await screen.findByText(words)).toBeVisible();
  },
);

it('shows no success of an eSIM before the old operator has agreed', async () => {
  const rejection = { code: 'port_unpaid_dues', message: 'An open bill.', editable: [] };
  const refused = { key: 'donor-agrees', state: 'failed', actor: 'customer' } as const;
  const progress = progressWith('port-refused', refused, [
    'placed',
    'donor-agrees',
    ...esimMilestones.slice(1),
  ]);
  const port = portWith({ status: 'rejected', rejection });
  const profile = profileWith({ state: 'installed' });
  renderStep(placedEsim('delivered', { numberSource: 'port-in', port, profile, progress }), 'order-details');
  expect(await screen.findByText('It starts to work once your number is switched to us.')).toBeVisible();
  expect(screen.queryByText('Installed')).toBeNull();
  const steps = screen.getByRole('list', { name: 'State of your order' });
  expect(
    within(steps)
      .getByText(/^Your operator agrees/)
      .closest('li'),
  ).toHaveTextContent('Refused · Your turn');
});

it('asks for another phone if the present one cannot use the eSIM', async () => {
  const error = { code: 'device_not_supported', message: 'This phone cannot.' };
  const calls = takeCalls('post', '/profile/reissue', placedEsim('dispatched', { seq: 2 }));
  const { user } = renderStep(
    placedEsim('dispatched', { profile: profileWith({ state: 'error', error }) }),
    'order-details',
  );
  await user.click(await screen.findByRole('button', { name: 'Get a new code' }));
  const dialog = screen.getByRole('dialog');
  await user.click(await within(dialog).findByRole('radio', { name: 'Samsung Galaxy S24' }));
  await user.click(within(dialog).getByRole('button', { name: 'Yes, make a new code' }));
  await waitFor(() => expect(calls[0]?.body).toEqual({ device: { model: 'samsung-galaxy-s24' } }));
});

it('leads to support if no new codes are left', async () => {
  const error = { code: 'esim_code_used', message: 'Used before.' };
  const profile = profileWith({ state: 'error', error, reissuesLeft: 0 });
  renderStep(placedEsim('dispatched', { profile }), 'order-details');
  expect(await screen.findByText(/You have used all new codes/)).toBeVisible();
  expect(screen.getByText(/Order number for support/)).toHaveTextContent('SC12345678');
  expect(screen.getByRole('button', { name: 'Copy the order number' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Get a new code' })).toBeNull();
});

it('hides the hint about a SIM card for an active eSIM', async () => {
  const profile = profileWith({ state: 'installed', lpa: undefined, iosLink: undefined });
  renderStep(placedEsim('active', { canCancel: false, profile }), 'order-details');
  expect(await screen.findByText(/active on your phone/)).toBeVisible();
  expect(screen.queryByText(/Put the SIM into your phone/)).toBeNull();
});
