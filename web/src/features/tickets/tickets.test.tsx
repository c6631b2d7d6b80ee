import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Ticket, TicketDetail } from '@/api/gen-tickets';
import { renderApp } from '@/testing/render';
import { codeSent } from '@/testing/sent-code';
import { api, refuse, server } from '@/testing/server';
import { serveSession, signIn } from '@/testing/session';

const request = (over: Partial<Ticket> = {}): Ticket => ({
  reference: 'CR0123456789',
  kind: 'complaint',
  topic: 'calls',
  topicText: 'Calls',
  stage: 'received',
  stageText: 'We have received it.',
  receivedAt: '2026-11-26T08:00:00Z',
  dueAt: '2026-12-03T14:00:00Z',
  overdue: false,
  ...over,
});

const detail = (over: Partial<Ticket> = {}, actions: TicketDetail['actions'] = []) => ({
  data: {
    request: request(over),
    messages: [
      { author: 'customer', text: 'My calls drop.', at: '2026-11-26T08:00:00Z' },
      { author: 'support', text: 'A mast was repaired.', at: '2026-11-26T10:00:00Z' },
    ],
    actions,
  },
});

const token = 'a'.repeat(43);

async function fillsIn(user: ReturnType<typeof renderApp>['user']) {
  await user.type(await screen.findByRole('textbox', { name: 'Full name' }), 'Noura Ali');
  await user.type(screen.getByRole('textbox', { name: 'Mobile number or data SIM' }), '0570000001');
  await user.type(screen.getByRole('textbox', { name: 'Contact number' }), '+966551234567');
  await user.selectOptions(screen.getByRole('combobox', { name: 'What is it about?' }), 'calls');
  await user.type(screen.getByRole('textbox', { name: 'What happened?' }), 'My calls drop.');
  await user.click(screen.getByRole('button', { name: 'Send the complaint' }));
}

/** The page of a stored request leads to the support and to the home page. */
function leadsOn() {
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Help and support' })).toHaveAttribute('href', '/en/help');
  expect(main.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/en/');
}

it('records a complaint and shows its reference', async () => {
  let sent: unknown;
  server.use(
    http.post(api('/support/submitComplaint'), async ({ request: call }) => {
      sent = await call.json();
      return HttpResponse.json({ data: request() }, { status: 201 });
    }),
  );
  const { user } = renderApp('/en/complaint');
  await fillsIn(user);
  expect(await screen.findByRole('heading', { name: 'We have received your request' })).toHaveFocus();
  expect(screen.getByText('CR0123456789')).toBeVisible();
  leadsOn();
  expect(sent).toEqual({
    fullName: 'Noura Ali',
    mobile: '0570000001',
    contactNumber: '0551234567',
    type: 'calls',
    description: 'My calls drop.',
  });
});

it('offers every type of complaint', async () => {
  renderApp('/en/complaint');
  const types = within(await screen.findByRole('combobox', { name: 'What is it about?' }));
  expect(types.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Other',
    'Calls',
    'Extra services',
    'Internet',
    'Offers',
    'Recharge',
    'Sales',
    'SIM cards',
    'Mobile app',
  ]);
});

it('keeps the input if the form could not be sent', async () => {
  const text = 'Form submission failed. Nothing you typed is lost: please try again.';
  server.use(
    http.post(api('/support/submitComplaint'), () =>
      refuse(503, { messageKey: 'form_submission_failed', message: text }),
    ),
  );
  const { user } = renderApp('/en/complaint');
  await fillsIn(user);
  expect(await screen.findByText(text, undefined, { timeout: 10_000 })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'What happened?' })).toHaveValue('My calls drop.');
  expect(screen.getByRole('textbox', { name: 'Full name' })).toHaveValue('Noura Ali');
}, 20_000);

it('explains each field', async () => {
  const { user } = renderApp('/en/complaint');
  await user.click(await screen.findByRole('button', { name: 'Send the complaint' }));
  expect(await screen.findAllByText('Please fill in this field')).not.toHaveLength(0);
  expect(screen.getByRole('textbox', { name: 'Full name' })).toHaveFocus();
});

it('is shown within the app without header and footer', async () => {
  server.use(
    http.post(api('/support/customer-complain'), () =>
      HttpResponse.json({ data: request() }, { status: 201 }),
    ),
  );
  const { user } = renderApp('/en/customer-complaints-app');
  await fillsIn(user);
  expect(await screen.findByText('CR0123456789')).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  expect(screen.queryByRole('contentinfo')).toBeNull();
});

it('takes the form of a reseller and explains the landline', async () => {
  server.use(
    http.post(api('/support/resellers'), () =>
      refuse(422, {
        messageKey: 'validation_failed',
        message: 'Check the fields.',
        fields: { landline: 'A landline number has 6 to 12 digits.' },
      }),
    ),
  );
  const { user } = renderApp('/en/reseller');
  const shops = within(await screen.findByRole('combobox', { name: 'Type of shop' }));
  expect(shops.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Telecom',
    'Computer',
    'Grocery or other',
  ]);
  await user.type(screen.getByRole('textbox', { name: 'Name of the shop or company' }), 'Desert Phones');
  await user.type(screen.getByRole('textbox', { name: 'Landline' }), '123');
  await user.type(screen.getByRole('textbox', { name: 'Mobile number' }), '0551234567');
  await user.type(screen.getByRole('textbox', { name: 'Full address' }), 'King Road 1, Riyadh');
  await user.type(screen.getByRole('textbox', { name: 'Describe the area' }), 'Near the market');
  await user.click(screen.getByRole('button', { name: 'Send the form' }));
  expect(await screen.findByText('A landline number has 6 to 12 digits.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Name of the shop or company' })).toHaveValue('Desert Phones');
});

it('fills in mobile and e-mail of a signed-in reseller', async () => {
  await signIn();
  renderApp('/en/reseller');
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Mobile number' })).toHaveValue('0570000003'),
  );
  expect(screen.getByRole('textbox', { name: /Email/ })).toHaveValue('main@selfcare.example');
});

it('lists the requests of the account', async () => {
  await signIn();
  server.use(
    http.post(api('/support/getCustomerInfo'), () =>
      HttpResponse.json({ data: { mobile: '0570000001', requests: [request()] } }),
    ),
  );
  renderApp('/en/support-inquiry');
  expect(await screen.findByRole('link', { name: /Calls/ })).toHaveAttribute(
    'href',
    '/en/service-request/CR0123456789',
  );
});

it('says that an account has no requests, or that they cannot be read', async () => {
  await signIn();
  server.use(http.post(api('/support/getCustomerInfo'), () => HttpResponse.json({ data: { requests: [] } })));
  renderApp('/en/support-inquiry');
  expect(await screen.findByText('You have made no requests from this account.')).toBeVisible();
});

it('says that the requests of the account cannot be read', async () => {
  await signIn();
  server.use(http.post(api('/support/getCustomerInfo'), () => refuse(403, { message: 'Not allowed.' })));
  renderApp('/en/support-inquiry');
  expect(await screen.findByText('Not allowed.')).toBeVisible();
});

it('finds a request by its reference and contact number only', async () => {
  let known = false;
  server.use(
    http.post(api('/support/getSRStatus'), () =>
      known
        ? HttpResponse.json({ data: request({ stageText: 'We are working on it.' }) })
        : refuse(404, { messageKey: 'service_request_not_found', message: 'We found no request.' }),
    ),
  );
  const { user } = renderApp('/en/support-inquiry');
  await user.type(await screen.findByRole('textbox', { name: 'Reference' }), 'cr 0123456789');
  await user.type(screen.getByRole('textbox', { name: 'Contact number' }), '0551234567');
  await user.click(screen.getByRole('button', { name: 'Show its state' }));
  expect(await screen.findByText('We found no request.')).toBeVisible();
  known = true;
  await user.click(screen.getByRole('button', { name: 'Show its state' }));
  expect(await screen.findByText('We are working on it.')).toBeVisible();
});

it('shows the conversation by the link of a message, and takes a reply', async () => {
  let sent: unknown;
  server.use(
    http.post(api('/service-requests/CR0123456789'), () =>
      HttpResponse.json(
        detail({ stage: 'answered', stageText: 'We have answered.' }, ['reply', 'close', 'escalate']),
      ),
    ),
    http.post(api('/service-requests/CR0123456789/actions'), async ({ request: call }) => {
      sent = await call.json();
      return HttpResponse.json(
        detail({ stage: 'in-work', stageText: 'We are working on it.' }, ['reply', 'close']),
      );
    }),
  );
  const { user } = renderApp(`/en/service-request/CR0123456789#${token}`);
  expect(await screen.findByText('A mast was repaired.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send the reply' }));
  expect(screen.getByText('Write at least three letters.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Reply' }), 'They drop again');
  await user.click(screen.getByRole('button', { name: 'Send the reply' }));
  expect(await screen.findByText('We are working on it.')).toBeVisible();
  expect(sent).toEqual({ action: 'reply', text: 'They drop again', token });
});

it('closes a request after a confirmation, and reopens it', async () => {
  const said: unknown[] = [];
  server.use(
    http.post(api('/service-requests/CR0123456789'), () => HttpResponse.json(detail({}, ['reply', 'close']))),
    http.post(api('/service-requests/CR0123456789/actions'), async ({ request: call }) => {
      said.push(await call.json());
      return HttpResponse.json(
        said.length === 1
          ? detail({ stage: 'closed', stageText: 'It is closed.' }, ['reopen'])
          : detail({ stage: 'in-work', stageText: 'We are working on it.' }, ['reply', 'close']),
      );
    }),
  );
  const { user } = renderApp(`/en/service-request/CR0123456789#${token}`);
  await user.click(await screen.findByRole('button', { name: 'It is settled' }));
  await user.click(screen.getByRole('button', { name: 'Close it' }));
  expect(await screen.findByText('It is closed.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Why is it not settled?' }), 'Not settled');
  await user.click(screen.getByRole('button', { name: 'Open it again' }));
  expect(await screen.findByText('We are working on it.')).toBeVisible();
  expect(said).toEqual([
    { action: 'close', token },
    { action: 'reopen', text: 'Not settled', token },
  ]);
});

it('records the number of the regulator', async () => {
  let sent: unknown;
  server.use(
    http.post(api('/service-requests/CR0123456789'), () => HttpResponse.json(detail({}, ['escalate']))),
    http.post(api('/service-requests/CR0123456789/actions'), async ({ request: call }) => {
      sent = await call.json();
      return HttpResponse.json(detail({ cstReference: 'CST-2026-77' }));
    }),
  );
  const { user } = renderApp(`/en/service-request/CR0123456789#${token}`);
  await user.click(await screen.findByText('Not satisfied? Take it to CST'));
  await user.type(screen.getByRole('textbox', { name: 'CST reference' }), 'CST-2026-77');
  await user.click(screen.getByRole('button', { name: 'Save the number' }));
  expect(await screen.findByText('CST-2026-77')).toBeVisible();
  expect(sent).toEqual({ action: 'escalate', cstReference: 'CST-2026-77', token });
});

it('opens a request for a guest by a code to its contact number', async () => {
  serveSession();
  const bodies: unknown[] = [];
  server.use(
    http.post(api('/auth/otp'), async ({ request: call }) => {
      bodies.push(await call.json());
      return HttpResponse.json({ data: codeSent() });
    }),
    http.post(api('/service-requests/CR0123456789'), async ({ request: call }) => {
      bodies.push(await call.json());
      const { data } = detail({ stageText: 'We have answered.' }, ['reply']);
      return HttpResponse.json({ data: { ...data, token } });
    }),
  );
  const { user } = renderApp('/en/service-request/CR0123456789');
  await user.type(await screen.findByRole('textbox', { name: 'Contact number' }), '055');
  await user.click(screen.getByRole('button', { name: 'Send me a code' }));
  expect(await screen.findByText(/A mobile number has ten digits/)).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Contact number' }), '1234567');
  await user.click(screen.getByRole('button', { name: 'Send me a code' }));
  await user.type(await screen.findByLabelText('Verification code'), '123456');
  expect(await screen.findByText('A mast was repaired.')).toBeVisible();
  expect(bodies).toEqual([
    { otp: { mobile_number: '0551234567', source: 'service_request' } },
    { contactNumber: '0551234567', otp: '123456' },
    { token },
  ]);
});

it('hides a request from other accounts', async () => {
  await signIn();
  server.use(
    http.post(api('/service-requests/CR0123456789'), () =>
      refuse(404, { messageKey: 'service_request_not_found', message: 'We found no request.' }),
    ),
  );
  renderApp('/ar/service-request/CR0123456789');
  expect(await screen.findByRole('heading', { name: 'لا يمكننا فتح هذا الطلب' })).toBeVisible();
});

it('fills in the name and the numbers of a signed-in customer (CNT-5)', async () => {
  await signIn();
  renderApp('/en/complaint');
  await waitFor(() => expect(screen.getByLabelText('Full name')).toHaveValue('Sara Alqahtani'));
  expect(screen.getByLabelText('Mobile number or data SIM')).toHaveValue('0570000003');
  expect(screen.getByLabelText('Contact number')).toHaveValue('0570000003');
});

it('fills in the contact number of an inquiry, which the customer may change (CNT-2)', async () => {
  await signIn();
  const { user } = renderApp('/en/support-inquiry');
  const contact = await screen.findByLabelText('Contact number');
  await waitFor(() => expect(contact).toHaveValue('0570000003'));
  await user.clear(contact);
  await user.type(contact, '0551234567');
  expect(contact).toHaveValue('0551234567');
});
