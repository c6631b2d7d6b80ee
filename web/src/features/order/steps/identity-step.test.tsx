import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { orderAt, orderId } from '@/testing/order';
import { renderStep } from '@/testing/render';
import { takeCalls } from '@/testing/server';

const expiresAt = new Date(Date.now() + 90_000).toISOString();
const waiting = { status: 'waiting', random: '42', expiresAt, triesLeft: 4, purpose: 'order' } as const;

it('shows the number to choose in the app', async () => {
  const calls = takeCalls('post', '/identity', orderAt('identity-validation', { seq: 2, identity: waiting }));
  const { user } = renderStep(orderAt('identity-validation'), 'identity-validation');
  await user.click(await screen.findByRole('button', { name: 'Send a request to my app' }));
  expect(await screen.findByText('42')).toBeVisible();
  expect(calls).toHaveLength(1);
});

it('opens the app on the same phone, where the server names its address', async () => {
  const browser = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone');
  renderStep(orderAt('identity-validation', { identity: waiting }), 'identity-validation');
  const open = await screen.findByRole('link', { name: 'Open Nafath on this phone' });
  expect(open).toHaveAttribute('href', 'nafath://home');
  browser.mockRestore();
});

it('lets the customer try again after a refusal and counts the tries', async () => {
  const rejected = orderAt('identity-validation', {
    identity: { ...waiting, status: 'rejected', triesLeft: 1 },
  });
  renderStep(rejected, 'identity-validation');
  expect(await screen.findByText('The request was declined in the app')).toBeVisible();
  expect(screen.getByText('1 try left')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send a new request' })).toBeEnabled();
});

it('says that the app cannot be reached, and lets the customer begin again', async () => {
  const unknown = orderAt('identity-validation', {
    identity: { ...waiting, status: 'unknown', triesLeft: 3 },
  });
  renderStep(unknown, 'identity-validation');
  expect(await screen.findByText('We cannot reach the Nafath app')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send a new request' })).toBeEnabled();
});

it('ends the tries at the limit of the server', async () => {
  const spent = orderAt('identity-validation', {
    identity: { ...waiting, status: 'expired', triesLeft: 0 },
  });
  renderStep(spent, 'identity-validation');
  expect(await screen.findByText(/no tries left/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send a new request' })).toBeNull();
});

it('says why a proven person gets no SIM, and offers another person', async () => {
  const identity = { ...waiting, status: 'completed' as const };
  const refusal = {
    code: 'max_sims_reached',
    message: 'You have reached maximum number of SIMs under your ID',
  };
  const person = { idNumberMasked: '1•••••0008', nationality: 'SA', birthDate: '1990-01-01', refusal };
  renderStep(orderAt('identity-validation', { identity, person }), 'identity-validation');
  expect(await screen.findByRole('alert')).toHaveTextContent(refusal.message);
  expect(screen.getByRole('link', { name: 'Order for another person' })).toHaveAttribute(
    'href',
    `/en/order-sim/${orderId}/check-eligibility`,
  );
  expect(screen.getByText(/Deactivate a line that you no longer need/)).toBeVisible();
});

it('leads to support if the ID is blocked', async () => {
  const identity = { ...waiting, status: 'completed' as const };
  const refusal = { code: 'id_blocked', message: 'Please contact support.' };
  const person = { idNumberMasked: '1•••••0008', nationality: 'SA', birthDate: '1990-01-01', refusal };
  renderStep(orderAt('identity-validation', { identity, person }), 'identity-validation');
  const said = within(await screen.findByRole('alert'));
  expect(said.getByRole('link', { name: 'Support' })).toHaveAttribute(
    'href',
    expect.stringContaining('/help'),
  );
});
