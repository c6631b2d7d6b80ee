import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { CaseChoice, CaseDetail } from '@/api/gen-support';
import { heldDetail, heldOrder, serveCase, serveQueue, signInStaff } from '@/testing/console';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';

const page = `/en/console/cases/order/${heldOrder().id}`;
const resolution = api(`/support/cases/order/${heldOrder().id}/resolution`);
const address = { city: 'riyadh', area: 'Olaya', street: 'Main', buildingNumber: '1234' };
const contact = { fullName: 'Sara Ali', email: 'sara@example.com', mobile: '0551234567' };

const amend = (over: Partial<CaseChoice> = {}): CaseChoice => ({
  action: 'amend',
  title: 'Correct and try again',
  allowed: true,
  amends: ['address', 'contact', 'device'],
  ...over,
});

const toCorrect = (choice: Partial<CaseChoice>, over: Partial<CaseDetail> = {}) =>
  heldDetail({
    actions: [{ action: 'retry', title: 'Try again', allowed: true }, amend(choice)],
    amendable: { address, contact, device: { eid: '1'.repeat(32) } },
    ...over,
  });

const confirm = 'Confirm: Correct and try again';

beforeEach(async () => {
  await signInStaff();
  server.use(
    http.get(api('/lookup/cities'), () =>
      HttpResponse.json({
        items: [
          { key: 'riyadh', name: 'Riyadh' },
          { key: 'abha', name: 'Abha' },
        ],
      }),
    ),
  );
});

it('corrects a mobile that is typed twice', async () => {
  const sent = serveCase(toCorrect({}));
  const { user } = renderApp(page);
  await user.click(await screen.findByRole('button', { name: 'Correct name, mobile or email' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.queryByLabelText('Mobile number again')).toBeNull();
  await user.clear(dialog.getByLabelText('Mobile number'));
  await user.type(dialog.getByLabelText('Mobile number'), '0559876543');
  await user.type(dialog.getByLabelText('Mobile number again'), '0559876544');
  await user.type(dialog.getByLabelText('Reason for your decision'), 'Read out by the caller');
  expect(dialog.getByText("Mobile numbers don't match")).toBeVisible();
  await user.type(dialog.getByLabelText('Mobile number again'), '{Backspace}3');
  expect(await dialog.findByText('The parcel is booked again')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: confirm }));
  expect(await screen.findByText('In progress, no case')).toBeVisible();
  const corrected = { ...contact, mobile: '0559876543', mobileConfirmation: '0559876543' };
  expect(sent.at(-1)).toEqual({
    call: 'POST resolution',
    body: {
      action: 'amend',
      note: 'Read out by the caller',
      seen: 'held.7',
      amendments: { contact: corrected },
    },
  });
});

it('corrects a name without asking for the mobile again', async () => {
  const sent = serveCase(toCorrect({}));
  const { user } = renderApp(page);
  await user.click(await screen.findByRole('button', { name: 'Correct name, mobile or email' }));
  await user.clear(screen.getByLabelText('Full name'));
  await user.type(screen.getByLabelText('Full name'), 'Sarah Ali');
  expect(await screen.findByText('The parcel is booked again')).toBeVisible();
  const corrected = { ...contact, fullName: 'Sarah Ali', mobileConfirmation: contact.mobile };
  expect(sent.at(-1)?.body).toEqual({ action: 'amend', amendments: { contact: corrected } });
});

it.each([
  ['Full name', '\u2068عبد\u200cالله\u2069  الحربي', { fullName: 'عبدالله الحربي' }],
  ['Email', 'mailto:sarah@example.com\u200f', { email: 'sarah@example.com' }],
])('reads a pasted %s without its marks', async (label, pasted, read) => {
  const sent = serveCase(toCorrect({}));
  const { user } = renderApp(page);
  await user.click(await screen.findByRole('button', { name: 'Correct name, mobile or email' }));
  await user.clear(screen.getByLabelText(label));
  await user.paste(pasted);
  expect(await screen.findByText('The parcel is booked again')).toBeVisible();
  const corrected = { ...contact, ...read, mobileConfirmation: contact.mobile };
  expect(sent.at(-1)?.body).toEqual({ action: 'amend', amendments: { contact: corrected } });
});

it.each([
  [
    'Correct the address',
    'address',
    'Street',
    'Takhassusi Street',
    { address: { ...address, street: 'Takhassusi Street' } },
  ],
  ['Correct the phone', 'device', 'EID, 32 digits', '2'.repeat(32), { device: { eid: '2'.repeat(32) } }],
  [
    'Correct name, mobile or email',
    'contact',
    'Email',
    'sarah@example.com',
    { contact: { ...contact, email: 'sarah@example.com', mobileConfirmation: contact.mobile } },
  ],
] as const)('takes three clicks from the queue: %s', async (button, part, label, typed, amendments) => {
  serveQueue();
  const sent = serveCase(toCorrect({ advised: part }, { advice: 'Call the customer.' }));
  const { user } = renderApp('/en/console');
  await user.click(await screen.findByRole('link', { name: 'SC00000001' }));
  const actions = await screen.findByRole('region', { name: 'Decisions' });
  expect(within(actions).getAllByRole('button')[0]).toHaveAccessibleName(button);
  await user.click(within(actions).getByRole('button', { name: button }));
  const field = screen.getByLabelText(label);
  await user.clear(field);
  await user.type(field, typed, { skipClick: true });
  screen.getByLabelText('Reason for your decision').focus();
  await user.keyboard('Corrected on the phone');
  expect(await screen.findByText('The parcel is booked again')).toBeVisible();
  await user.click(screen.getByRole('button', { name: confirm }));
  expect(await screen.findByText('In progress, no case')).toBeVisible();
  expect(sent.at(-1)?.body).toMatchObject({ amendments });
});

it('shows the result in the dialog of the form, not in a second one', async () => {
  serveCase(toCorrect({}));
  const { user } = renderApp(page);
  await user.click(await screen.findByRole('button', { name: 'Correct the address' }));
  await user.selectOptions(await screen.findByLabelText('City'), 'Abha');
  expect(await screen.findByText('The parcel is booked again')).toBeVisible();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

it('says that nothing is changed yet', async () => {
  const sent = serveCase(toCorrect({}));
  const { user } = renderApp(page);
  await user.click(await screen.findByRole('button', { name: 'Correct the address' }));
  expect(screen.getByText('Correct a field to see what will happen.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: confirm }));
  expect(await screen.findByText('Nothing has changed yet. Correct a field first.')).toBeVisible();
  expect(sent).toEqual([]);
});

it('shows a refusal of the server at its field and keeps the input', async () => {
  const sent = serveCase(toCorrect({}));
  server.use(
    http.post(resolution, () =>
      refuse(422, {
        messageKey: 'city_unknown',
        fields: { 'amendments.address.city': 'The courier does not know the city' },
      }),
    ),
  );
  const { user } = renderApp(page);
  await user.click(await screen.findByRole('button', { name: 'Correct the address' }));
  expect(screen.getByLabelText('District')).toHaveValue('Olaya');
  await user.selectOptions(await screen.findByLabelText('City'), 'Abha');
  expect(await screen.findByText('The parcel is booked again')).toBeVisible();
  const amendments = { address: { ...address, city: 'abha' } };
  expect(sent.at(-1)).toEqual({ call: 'POST preview', body: { action: 'amend', amendments } });
  await user.type(screen.getByLabelText('Reason for your decision'), 'They moved');
  await user.click(screen.getByRole('button', { name: confirm }));
  expect(await screen.findByText('The courier does not know the city')).toBeVisible();
  expect(screen.getByLabelText('City')).toHaveValue('abha');
});

it('Amend_PhoneOfTheList_ReplacesTheEid', async () => {
  server.use(
    http.get(api('/lookup/devices'), () =>
      HttpResponse.json({ items: [{ model: 'apple-iphone-17', brand: 'Apple', name: 'iPhone 17' }] }),
    ),
  );
  const sent = serveCase(toCorrect({}));
  const { user } = renderApp(page);
  await user.click(await screen.findByRole('button', { name: 'Correct the phone' }));
  await user.click(await screen.findByRole('radio', { name: 'Apple iPhone 17' }));
  expect(await screen.findByText('The parcel is booked again')).toBeVisible();
  expect(sent.at(-1)?.body).toEqual({
    action: 'amend',
    amendments: { device: { model: 'apple-iphone-17' } },
  });
});

it('leaves an amendment without the keyboard', async () => {
  serveCase(toCorrect({}));
  const { user } = renderApp(page);
  await user.click(await screen.findByRole('button', { name: 'Correct the address' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it.each([
  ['Correct the address', 'Building number', ' 12 34', '1234'],
  [
    'Correct the phone',
    'EID, 32 digits',
    '8904 9032 0000 0000 0000 0000 0000 00 21',
    '89049032000000000000000000000021',
  ],
])('Amend_%s_CutsAPasteAfterTheCleaning', async (choice, label, pasted, kept) => {
  serveCase(toCorrect({}));
  const { user } = renderApp(page);
  await user.click(await screen.findByRole('button', { name: choice }));
  const field = screen.getByLabelText(label);
  await user.clear(field);
  await user.click(field);
  await user.paste(pasted);
  expect(field).toHaveValue(kept);
});
