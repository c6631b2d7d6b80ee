import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { minimalSite } from '@/lib/site/minimal-site';
import { placedEsim } from '@/testing/kinds';
import { bookingWith, orderId, placedOrder, progressWith } from '@/testing/order';
import { renderStep } from '@/testing/render';
import { api, server, takeCalls } from '@/testing/server';
import { serveSite } from '@/testing/site';

const sim = { iccid: '8996605000000000018', puk1: '12345678' };

it('shows the stage of the order and the next step', async () => {
  const progress = progressWith('parcel-on-its-way', {
    key: 'dispatched',
    state: 'running',
    actor: 'courier',
  });
  renderStep(placedOrder('dispatched', { progress }), 'order-details');
  expect(await screen.findByText(/The courier calls .*055 123 4567/)).toBeVisible();
  const steps = screen.getByRole('list', { name: 'State of your order' });
  const [placed, , now] = within(steps).getAllByRole('listitem');
  expect(placed).toHaveTextContent('Order placed (done)');
  expect(now).toHaveTextContent(/^DispatchedWith the courier$/);
  expect(now).toHaveAttribute('aria-current', 'step');
});

it.each([
  ['en', /Your number moves to us.*We are working on it · by Sunday,? 22 November/],
  ['ar', /انتقال رقمك إلينا.*نعمل على ذلك · حتى الأحد،? 22 نوفمبر/],
] as const)('says who acts next and by when (%s)', async (language, words) => {
  const moves = {
    key: 'number-moves',
    state: 'running',
    actor: 'us',
    until: '2026-11-22T05:00:00Z',
  } as const;
  const progress = progressWith('switch-scheduled', moves, [
    'placed',
    'donor-agrees',
    'number-moves',
    'active',
  ]);
  renderStep(placedOrder('delivered', { progress }), 'order-details', language);
  const now = await screen.findByText(language === 'en' ? /by Sunday/ : /حتى الأحد/);
  expect(now.closest('li')).toHaveTextContent(words);
});

it('shows in words that an order waits for support, without thanks', async () => {
  const progress = progressWith('held', { key: 'preparing', state: 'waiting', actor: 'support' });
  renderStep(placedOrder('held', { progress }), 'order-details');
  const steps = await screen.findByRole('list', { name: 'State of your order' });
  const [, waits] = within(steps).getAllByRole('listitem');
  expect(waits).toHaveTextContent('PreparingOur team is looking into it');
  expect(within(steps).queryByText(/Preparing.*done/)).toBeNull();
  expect(screen.queryByRole('heading', { name: /^Thank you/ })).toBeNull();
});

it('shows only current facts of a cancelled order', async () => {
  const progress = {
    headline: 'cancelled' as const,
    milestones: [
      { key: 'placed' as const, state: 'done' as const },
      { key: 'preparing' as const, state: 'not-needed' as const },
      { key: 'delivered' as const, state: 'failed' as const, actor: 'none' as const },
      { key: 'money-back' as const, state: 'done' as const },
    ],
  };
  renderStep(placedOrder('cancelled', { progress }), 'order-details');
  const steps = await screen.findByRole('list', { name: 'State of your order' });
  expect(
    within(steps)
      .getAllByRole('listitem')
      .map((step) => step.textContent),
  ).toEqual(['Order placed (done)', 'DeliveredCame back to us', 'Money back (done)']);
});

it('hides PUK1 until it is asked for', async () => {
  const expectedDelivery = { first: '2026-11-29', last: '2026-12-01' };
  const { user } = renderStep(placedOrder('preparing', { sim, expectedDelivery }), 'order-details');
  expect(await screen.findByText('Expected Sunday 29 November – Tuesday 1 December.')).toBeVisible();
  expect(await screen.findByText('8996605000000000018')).toBeVisible();
  expect(screen.queryByText('12345678')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show PUK1' }));
  expect(screen.getByText('12345678')).toBeVisible();
});

it('has no numbers of a SIM that will never work', async () => {
  renderStep(placedOrder('cancelled', { sim }), 'order-details');
  expect(await screen.findByRole('heading', { name: 'Your order is cancelled' })).toBeVisible();
  expect(screen.queryByText(sim.iccid)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show PUK1' })).toBeNull();
});

it('offers no tracking of a recalled parcel', async () => {
  const shipment = {
    airwayBill: '290000000001',
    status: 'cancelled' as const,
    trackingUrl: 'https://courier.example/290000000001',
    failedAttempts: 0,
  };
  renderStep(placedOrder('cancelled', { shipment }), 'order-details');
  expect(await screen.findByText('290000000001')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Track with the courier' })).toBeNull();
});

it.each([
  [true, 'Your old SIM is suspended until the new one takes over. If you cancel, it works again.'],
  [false, 'Your old SIM is suspended until the new one takes over.'],
])('promises the old SIM back only while the order can be cancelled (%s)', async (canCancel, words) => {
  const replacement = { reason: 'lost' as const, fee: 2_500, oldSimSuspended: true };
  renderStep(placedOrder('dispatched', { replacement, canCancel }), 'order-details');
  expect(await screen.findByText(words)).toBeVisible();
});

it.each([
  ['active', 'dispute_too_late'],
  ['cancelling', 'refund_refused'],
] as const)('says nothing of the old SIM in an order held from %s', async (from, failureCode) => {
  const held = { from, failureCode, message: 'We look into it.', since: new Date().toISOString() };
  const replacement = { reason: 'lost' as const, fee: 2_500, oldSimSuspended: false };
  renderStep(placedOrder('held', { replacement, held, canCancel: false }), 'order-details');
  expect(await screen.findByText('We look into it.')).toBeVisible();
  expect(screen.queryByText(/old SIM is suspended/)).toBeNull();
});

it.each(['activation_overdue', 'esim_overdue', 'esim_reissue_limit'])(
  'does not say that there is nothing to do where %s holds the order',
  async (failureCode) => {
    const held = {
      failureCode,
      message: 'It is still with you.',
      since: new Date().toISOString(),
      from: 'delivered' as const,
    };
    renderStep(placedOrder('held', { held }), 'order-details');
    expect(await screen.findByText('Our team has been told and will help you with it.')).toBeVisible();
    expect(screen.queryByText(/need not do anything/)).toBeNull();
  },
);

const refusedByCourier = {
  from: 'preparing',
  failureCode: 'courier_refused',
  message: 'The courier could not take your parcel. We are on it.',
  since: new Date().toISOString(),
} as const;

it.each([
  ['homeDelivery', 'Your order waits for another address', 'The courier does not deliver to the address'],
  [
    'pickupSMSA',
    'Your order needs a closer look',
    'The courier cannot deliver to the branch that you chose.',
  ],
] as const)('says that the place (%s) is why the courier refused the parcel', async (method, title, said) => {
  const delivery = { method, fee: 2_500 };
  const canCorrectAddress = method === 'homeDelivery';
  renderStep(placedOrder('held', { held: refusedByCourier, delivery, canCorrectAddress }), 'order-details');
  const notice = (await screen.findByText(title)).closest('[role=status]');
  expect(notice).toHaveTextContent(said);
  expect(notice).toHaveTextContent('You can also call us now');
  expect(notice).not.toHaveTextContent('You need not do anything');
});

it('leads from the state of a refused address to its form', async () => {
  const progress = progressWith('held', { key: 'preparing', state: 'waiting', actor: 'customer' });
  const delivery = { method: 'homeDelivery', fee: 2_500 } as const;
  renderStep(
    placedOrder('held', { held: refusedByCourier, delivery, progress, canCorrectAddress: true }),
    'order-details',
  );
  const steps = await screen.findByRole('list', { name: 'State of your order' });
  expect(within(steps).getAllByRole('listitem')[1]).toHaveTextContent('PreparingYour turn');
  expect(steps).not.toHaveTextContent('Our team is looking into it');
  const way = within(steps).getByRole('link', { name: 'Correct the address' });
  const form = await screen.findByRole('heading', { name: 'Correct the address' });
  expect(way).toHaveAttribute('href', `#${form.id}`);
});

it('takes another address for a parcel whose address the courier refused', async () => {
  server.use(
    http.get(api('/lookup/cities'), () => HttpResponse.json({ items: [{ key: 'jeddah', name: 'Jeddah' }] })),
  );
  const address = { city: 'jeddah', area: 'Al Rawdah', street: 'Old Road', buildingNumber: '1234' };
  const delivery = { method: 'homeDelivery', fee: 2_500, address } as const;
  const calls = takeCalls('put', '/delivery/correction', placedOrder('preparing', { seq: 2, delivery }));
  const { user } = renderStep(
    placedOrder('held', { held: refusedByCourier, delivery, canCorrectAddress: true }),
    'order-details',
  );
  const form = within(await screen.findByRole('region', { name: 'Correct the address' }));
  const street = await form.findByLabelText('Street');
  await form.findByRole('option', { name: 'Jeddah' });
  await user.clear(street);
  await user.type(street, 'New Road');
  await user.click(form.getByRole('button', { name: 'Send my parcel here' }));
  expect(await screen.findByText('The address is corrected')).toBeVisible();
  expect(calls[0]?.body).toEqual({ address: { ...address, street: 'New Road' } });
  expect(screen.queryByRole('region', { name: 'Correct the address' })).toBeNull();
});

it('takes another address until the parcel leaves', async () => {
  const address = { city: 'jeddah', area: 'Al Rawdah', street: 'Old Road', buildingNumber: '1234' };
  const delivery = { method: 'homeDelivery', fee: 2_500, address } as const;
  const order = placedOrder('preparing', { delivery, canChangeAddress: true });
  const calls = takeCalls('put', '/delivery/correction', { ...order, seq: 2 });
  const { user } = renderStep(order, 'order-details');
  await user.click(await screen.findByRole('button', { name: 'Change the address' }));
  const form = within(await screen.findByRole('region', { name: 'Change the address' }));
  const street = await form.findByLabelText('Street');
  await form.findByRole('option', { name: 'Jeddah' });
  await user.clear(street);
  await user.type(street, 'New Road');
  await user.click(form.getByRole('button', { name: 'Send my parcel here' }));
  expect(await screen.findByText('The address is corrected')).toBeVisible();
  expect(calls[0]?.body).toEqual({ address: { ...address, street: 'New Road' } });
});

it('says that we work on a held order', async () => {
  const held = {
    failureCode: 'sim_out_of_stock',
    message: 'SIM cards are being restocked.',
    since: new Date().toISOString(),
    from: 'preparing' as const,
  };
  renderStep(placedOrder('held', { held }), 'order-details');
  expect(await screen.findByText('Your order needs a closer look')).toBeVisible();
  expect(screen.getByText(/will continue from exactly this point/)).toBeVisible();
  expect(screen.getByText('SIM cards are being restocked.')).toBeVisible();
  expect(screen.getByText(/Order number for support/)).toHaveTextContent('SC12345678');
});

it.each([
  ['en', /eSIM activation has failed! Please contact support/, 'Call support: 920000000'],
  ['ar', /فشل تفعيل الشريحة الإلكترونية! تواصل مع الدعم/, 'اتصل بالدعم: 920000000'],
] as const)(
  'sends the customer to support if the eSIM could not be switched on (%s)',
  async (language, words, call) => {
    serveSite(() => ({ settings: { ...minimalSite.settings, supportPhone: '920000000' } }));
    const held = {
      failureCode: 'network_refused',
      message: 'We are on it.',
      since: new Date().toISOString(),
      from: 'delivered' as const,
      activationFailed: true,
    };
    renderStep(placedEsim('held', { held }), 'order-details', language);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText('We are on it.')).toBeNull();
    expect(screen.getByRole('link', { name: call })).toHaveAttribute('href', 'tel:920000000');
    expect(screen.getByText(/support:|الدعم:/, { selector: 'p > span' })).toHaveTextContent('SC12345678');
  },
);

it('shows the next step for a phone without eSIM, and promises no code', async () => {
  const held = {
    failureCode: 'device_not_supported',
    message: 'Please use another phone.',
    since: new Date().toISOString(),
    from: 'placed' as const,
  };
  renderStep(placedOrder('held', { held, kind: 'esim', simType: 'esim' }), 'order-details');
  expect(await screen.findByText(/We will call you to agree on another phone/)).toBeVisible();
  expect(screen.queryByText('Please use another phone.')).toBeNull();
  expect(screen.queryByText('We are making your eSIM')).toBeNull();
});

it('lets the customer choose another number if the paid one is lost', async () => {
  const calls = takeCalls('put', '/number', placedOrder('preparing', { seq: 2 }));
  const { user } = renderStep(placedOrder('number-lost'), 'order-details');
  await user.click(await screen.findByRole('button', { name: 'Choose 057 111 2222' }));
  await waitFor(() => expect(calls[0]?.body).toEqual({ msisdn: '0571112222' }));
  await waitFor(() => expect(screen.queryByText('Pick another number')).toBeNull());
});

it('does not call a lost number the number of the customer', async () => {
  renderStep(placedOrder('number-lost'), 'order-details');
  expect(await screen.findByText('Order number')).toBeVisible();
  expect(screen.queryByText('Your number')).toBeNull();
});

it('offers no number that costs more than the paid one, in the shop neither', async () => {
  const booking = bookingWith({ price: 15_000, holdExpiresAt: undefined });
  const { user } = renderStep(placedOrder('number-lost', { booking }), 'order-details');
  expect(await screen.findByRole('button', { name: 'Choose 057 111 2222' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Choose 057 333 4444' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Search for another number' }));
  expect(await screen.findByRole('radio', { name: /Silver/ })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('radio', { name: /Gold/ })).toBeNull());
  expect(await screen.findByRole('button', { name: 'Choose 057 111 2222' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Choose 057 333 4444' })).toBeNull();
});

it.each([
  ['en', /until Sunday,? 22 November.*return all your money/],
  ['ar', /حتى الأحد،? 22 نوفمبر.*كامل المبلغ/],
] as const)(
  'says until when another number can be chosen, and what comes then (%s)',
  async (language, words) => {
    const lost = {
      key: 'placed',
      state: 'failed',
      actor: 'customer',
      until: '2026-11-22T05:00:00Z',
    } as const;
    renderStep(
      placedOrder('number-lost', { progress: progressWith('number-lost', lost) }),
      'order-details',
      language,
    );
    expect(await screen.findByText(words)).toBeVisible();
  },
);

it('leads to activation after delivery', async () => {
  renderStep(placedOrder('delivered', { canCancel: false }), 'order-details');
  expect(await screen.findByRole('link', { name: 'Activate my SIM' })).toHaveAttribute(
    'href',
    `/en/sim-activation?order=${orderId}`,
  );
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
});

const refund = { amount: 58_000, requestedAt: '2026-11-21T05:00:00Z' };

it('shows the refund of a completed order with its time', async () => {
  const back = { ...refund, doneAt: '2026-11-21T06:05:00Z' };
  renderStep(placedOrder('active', { canCancel: false, refund: back }), 'order-details');
  const fact = await screen.findByText('Refunded');
  expect(fact.nextElementSibling).toHaveTextContent(/580 on 21 November 2026/);
  expect(screen.getByRole('heading', { level: 1, name: /active/ })).toBeVisible();
});

it('says that the money of a completed order is on its way back', async () => {
  renderStep(placedOrder('active', { canCancel: false, refund }), 'order-details');
  const fact = await screen.findByText('Being returned to your card or wallet');
  expect(fact.nextElementSibling).toHaveTextContent('580');
  expect(fact.nextElementSibling).not.toHaveTextContent('2026');
});

it('follows the order live', async () => {
  const order = placedOrder('placed');
  renderStep(order, 'order-details');
  const later = placedOrder('dispatched', { seq: 5 });
  server.use(
    http.get(api(`/orders/${orderId}/events`), () => {
      const text = `retry: 1000\n\nid: 5\nevent: order\ndata: ${JSON.stringify(later)}\n\n`;
      const body = new ReadableStream({ start: (out) => out.enqueue(new TextEncoder().encode(text)) });
      return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } });
    }),
  );
  expect(await screen.findByText(/on its way/)).toBeVisible();
});

it('leads to related orders, and describes the hidden ones in words', async () => {
  const other = orderId.replace(/.$/, '2');
  renderStep(placedOrder('preparing'), 'order-details');
  server.use(
    http.get(api(`/orders/${orderId}/links`), () =>
      HttpResponse.json({
        items: [
          { relation: 'replacement-of', orderId: other, orderNumber: 'SC00000002', kind: 'sim' },
          { relation: 'replaced-by' },
        ],
      }),
    ),
  );
  const section = await screen.findByRole('region', { name: 'Related orders' });
  expect(
    within(section).getByRole('link', { name: /Replaces the SIM of order .*SC00000002/ }),
  ).toHaveAttribute('href', `/en/order-sim/${other}/order-details`);
  expect(within(section).getByText('SIM replaced with a later order')).toBeVisible();
  expect(within(section).getAllByRole('link')).toHaveLength(1);
});

it('says which address could not be reached, and what to check', async () => {
  renderStep(placedOrder('preparing'), 'order-details');
  server.use(
    http.get(api(`/orders/${orderId}/timeline`), () =>
      HttpResponse.json({ items: [], unreached: [{ channel: 'email', address: 'n•••@example.com' }] }),
    ),
  );
  expect(await screen.findByText(/We could not reach .*n•••@example\.com/)).toBeVisible();
  expect(screen.getByText(/Our emails do not reach this address/)).toBeVisible();
});

it.each([
  ['en', 'This takes longer than usual', /continue by Sunday,? 22 November/],
  ['ar', 'يستغرق طلبك وقتًا أطول من المعتاد', /قبل الأحد،? 22 نوفمبر/],
] as const)('tells the new time of an order that is late (%s)', async (language, title, words) => {
  const late = { since: '2026-11-21T05:00:00Z', expectedBy: '2026-11-22T05:00:00Z' };
  renderStep(placedOrder('dispatched', { late }), 'order-details', language);
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
});

it('hides the expected time of a late order once it has passed', async () => {
  renderStep(placedOrder('dispatched', { late: { since: '2026-11-21T05:00:00Z' } }), 'order-details');
  expect(await screen.findByText(/We are still working on it/)).toBeVisible();
  expect(screen.queryByText(/expect your order to continue/)).toBeNull();
});

it.each([
  ['en', 'A known problem is causing a delay', /be over by Sunday,? 22 November/],
  ['ar', 'يوجد عطل عام نعلم به', /ينتهي قبل الأحد،? 22 نوفمبر/],
] as const)(
  'tells what keeps many orders from going on, and until when (%s)',
  async (language, title, words) => {
    const incident = { texts: ['A sandstorm.', 'A strike.'], until: '2026-11-22T05:00:00Z' };
    renderStep(placedOrder('dispatched', { incident }), 'order-details', language);
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText('A sandstorm.')).toBeVisible();
    expect(screen.getByText('A strike.')).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
  },
);

it('says that the end of an incident is unknown', async () => {
  renderStep(placedOrder('dispatched', { incident: { texts: ['A sandstorm.'] } }), 'order-details');
  expect(await screen.findByText(/We do not know yet when it will be over/)).toBeVisible();
});

it.each([
  ['placed', 'We are giving your order a SIM and booking the courier.'],
  ['preparing', 'Your SIM is packed and waits for the courier.'],
] as const)('names no usual time for an order that is late: %s', async (stage, words) => {
  renderStep(placedOrder(stage, { late: { since: '2026-11-21T05:00:00Z' } }), 'order-details');
  expect(await screen.findByText(words)).toBeVisible();
});
