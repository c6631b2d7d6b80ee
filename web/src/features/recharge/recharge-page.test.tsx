import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import {
  card,
  cardToken,
  giveToken,
  prepaidLine,
  purchase,
  serveRecharge,
  takePurchase,
} from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, serveConfiguration, server } from '@/testing/server';
import { signIn } from '@/testing/session';

type Over = Parameters<typeof serveRecharge>[0];

async function open(over: Over = {}, address = '/en/recharge') {
  await signIn([prepaidLine]);
  serveRecharge(over);
  return renderApp(address);
}

type User = Awaited<ReturnType<typeof open>>['user'];

const goOn = (user: User, name = 'Continue') => user.click(screen.getByRole('button', { name }));
const amountField = () => screen.findByRole('textbox', { name: 'Or type an amount in riyals' });
const voucherField = () => screen.findByRole('textbox', { name: 'Voucher code' });

afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps the open tab in the address, and changes tabs with the keys', async () => {
  const { user, router } = await open();
  const first = await screen.findByRole('tab', { name: 'Balance', selected: true });
  expect(screen.getAllByRole('tab')).toHaveLength(3);
  first.focus();
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByRole('tab', { name: 'Data', selected: true })).toHaveFocus();
  expect(router.state.location.search).toBe('?tab=dataRecharge');
  await user.keyboard('{ArrowLeft}');
  await screen.findByRole('tab', { name: 'Balance', selected: true });
  await user.keyboard('{ArrowLeft}');
  expect(await screen.findByRole('tab', { name: 'Voucher', selected: true })).toHaveFocus();
  expect(router.state.location.search).toBe('?tab=voucherRecharge');
});

it('goes from tab to tab against the reading direction of English in Arabic', async () => {
  const { user, router } = await open({}, '/ar/recharge');
  (await screen.findByRole('tab', { name: 'الرصيد', selected: true })).focus();
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(router.state.location.search).toBe('?tab=dataRecharge'));
});

it('offers only the kinds that the line can have', async () => {
  await open({ options: { kinds: ['data-recharge'] } }, '/en/recharge?tab=balanceRecharge');
  expect(await screen.findByRole('tab', { name: 'Data', selected: true })).toBeVisible();
  expect(screen.getAllByRole('tab')).toHaveLength(1);
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('says that there is nothing to recharge', async () => {
  await open({ options: { kinds: [] } });
  expect(await screen.findByText('There is nothing to recharge on this line.')).toBeVisible();
});

it('says why the options cannot be shown, and asks again', async () => {
  await signIn([prepaidLine]);
  serveRecharge();
  server.use(http.get(api('/recharge/options'), () => refuse(409, { message: 'Not now' }), { once: true }));
  const { user } = renderApp('/en/recharge');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('tab', { name: 'Balance' })).toBeVisible();
});

it('shows the price with VAT and the bonus of a chosen amount', async () => {
  const { user } = await open({ options: { bonusPercent: 25 } });
  await user.click(await screen.findByRole('radio', { name: /50/ }));
  expect(await amountField()).toHaveValue('50');
  const price = screen.getByText(/^You pay/);
  expect(price).toHaveTextContent('57.50 incl. 15% VAT');
  expect(screen.getByText(/free with your plan \(25%\)/)).toHaveTextContent('12.50');
  await user.click(screen.getByRole('radio', { name: "A friend's number" }));
  expect(screen.queryByText(/free with your plan/)).toBeNull();
});

it.each(['9', '501', '', '20.5'])('takes whole riyals within the limits only, not "%s"', async (typed) => {
  const { user } = await open();
  const field = await amountField();
  if (typed) {
    await user.type(field, typed);
  }
  await goOn(user);
  expect(field).toHaveAccessibleDescription(/Enter a whole amount from 10 to 500 riyals/);
  expect(field).toHaveFocus();
});

it('recharges with a saved card at one click for the shown price', async () => {
  const { user, path } = await open({ cards: [card()] });
  const calls = takePurchase({ status: 'completed', balance: 9_550 });
  await user.type(await amountField(), '٥٠');
  await goOn(user);
  expect(await screen.findByRole('heading', { name: 'Check and pay' })).toHaveFocus();
  expect(within(screen.getByRole('main')).getAllByText('057 000 0003')).not.toHaveLength(0);
  expect(await screen.findByRole('radio', { name: /mada •••• 0015/ })).toBeChecked();
  await user.click(screen.getByRole('button', { name: /^Pay.*57\.50/ }));
  await waitFor(() => expect(path()).toBe(`/en/purchase/${purchase().id}`));
  expect(calls[0]?.body).toEqual({
    kind: 'recharge',
    amount: 5_000,
    total: 5_750,
    pay: { way: 'saved-card', cardId: card().id },
  });
  expect(calls[0]?.key).toHaveLength(32);
  expect(await screen.findByText('Your balance has been recharged')).toBeVisible();
});

it('opens the last amount with the saved card, and changes it at one tap', async () => {
  const calls = takePurchase();
  await signIn([prepaidLine]);
  serveRecharge({ cards: [card()], options: { lastAmount: 3_500 } });
  const { user } = renderApp('/en/recharge?tab=balanceRecharge&amount=last');
  expect(await screen.findByRole('radio', { name: /0015/ })).toBeChecked();
  const amounts = within(screen.getByRole('group', { name: 'Choose an amount' }));
  expect(amounts.getAllByRole('radio').map(({ parentElement }) => parentElement?.textContent)).toEqual([
    '20',
    '35',
    '50',
    '100',
  ]);
  expect(amounts.getByRole('radio', { name: /35/ })).toBeChecked();
  await user.click(amounts.getByRole('radio', { name: /50/ }));
  await user.click(screen.getByRole('button', { name: /^Pay.*57\.50/ }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({ amount: 5_000, total: 5_750, pay: { way: 'saved-card' } });
});

it('asks for the amount if the line has no last one', async () => {
  await signIn([prepaidLine]);
  serveRecharge({ cards: [card()] });
  renderApp('/en/recharge?tab=balanceRecharge&amount=last');
  expect(await screen.findByRole('textbox', { name: 'Or type an amount in riyals' })).toHaveValue('');
});

it('keeps the key of a click over a failure of the server', async () => {
  const { user, path } = await open({ cards: [card()] });
  const keys: (string | null)[] = [];
  server.use(
    http.post(api('/purchases'), ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return keys.length === 1
        ? refuse(503, {})
        : HttpResponse.json({ data: purchase({ status: 'delivering' }) }, { status: 201 });
    }),
    http.get(api('/purchases/:id'), () => HttpResponse.json({ data: purchase({ status: 'delivering' }) })),
  );
  await user.type(await amountField(), '50');
  await goOn(user);
  await user.click(await screen.findByRole('button', { name: /^Pay/ }));
  await waitFor(() => expect(path()).toContain('/en/purchase/'));
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

it('pays with another card, and saves it only on request', async () => {
  const { user } = await open();
  const calls = takePurchase();
  await user.type(await amountField(), '20');
  await goOn(user);
  expect(await screen.findByRole('radio', { name: /^Card/ })).toBeChecked();
  await user.click(await screen.findByRole('checkbox', { name: 'Save this card for next time' }));
  await giveToken();
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({ pay: { way: 'card', cardToken, keepCard: true } });
});

it('checks a friend before going on, and shows the number to compare', async () => {
  const { user } = await open({ cards: [card()] });
  const asked: unknown[] = [];
  server.use(
    http.post(api('/recharge/friend'), async ({ request }) => {
      asked.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const calls = takePurchase();
  await user.type(await amountField(), '20');
  await user.click(screen.getByRole('radio', { name: "A friend's number" }));
  await goOn(user);
  const field = screen.getByRole('textbox', { name: "Your friend's number" });
  expect(field).toHaveAccessibleDescription(/Enter a mobile number/);
  expect(field).toHaveFocus();
  await user.type(field, '+966 57 000 0004');
  await goOn(user);
  const main = within(screen.getByRole('main'));
  expect(await main.findByText('057 000 0004')).toBeVisible();
  expect(screen.getByText("Is this your friend's number?")).toBeVisible();
  expect(asked).toEqual([{ msisdn: '0570000004' }]);
  await user.click(await screen.findByRole('button', { name: /^Pay/ }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({ friend: '0570000004' });
});

it('says at the field why a friend cannot be recharged', async () => {
  const { user } = await open();
  const message = 'This number is not one of ours.';
  server.use(http.post(api('/recharge/friend'), () => refuse(422, { message, fields: { msisdn: message } })));
  await user.type(await amountField(), '20');
  await user.click(screen.getByRole('radio', { name: "A friend's number" }));
  const field = screen.getByRole('textbox', { name: "Your friend's number" });
  await user.type(field, '0501234567');
  await goOn(user);
  await waitFor(() => expect(field).toHaveAccessibleDescription(new RegExp(message)));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows data packs, and pays one from a sufficient balance', async () => {
  const { user } = await open({ cards: [card()] }, '/en/recharge?tab=dataRecharge');
  const calls = takePurchase({ kind: 'data-recharge', status: 'completed', amount: 0 });
  const pack = await screen.findByRole('radio', { name: /5 GB.*Valid for 30 days/ });
  await user.click(pack);
  await goOn(user);
  const balance = await screen.findByRole('radio', { name: /My balance.*You have.*45\.50/ });
  await waitFor(() => expect(balance).toBeChecked());
  await user.click(screen.getByRole('button', { name: /^Pay.*40/ }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({
    kind: 'data-recharge',
    dataPackId: 'data-5gb',
    total: 4_000,
    pay: { way: 'balance' },
  });
});

it('says that the balance is too low, and leads to its recharge', async () => {
  const { user } = await open({ cards: [card()] }, '/en/recharge?tab=dataRecharge');
  await user.click(await screen.findByRole('radio', { name: /20 GB/ }));
  await goOn(user);
  expect(await screen.findByRole('radio', { name: /My balance.*Not enough/ })).toBeDisabled();
  expect(screen.getByRole('button', { name: /^Pay.*103\.50/ })).toBeEnabled();
  await user.click(screen.getByRole('link', { name: 'Recharge your balance first' }));
  expect(await screen.findByRole('tab', { name: 'Balance', selected: true })).toBeVisible();
});

it('requires a data pack', async () => {
  const { user } = await open({}, '/en/recharge?tab=dataRecharge');
  await screen.findByRole('radio', { name: /20 GB/ });
  await goOn(user);
  expect(screen.getByText('Choose a data pack', { selector: 'p' })).toBeVisible();
});

it('takes a voucher in any grouping', async () => {
  const { user } = await open({}, '/en/recharge?tab=voucherRecharge');
  const calls = takePurchase({ kind: 'voucher', status: 'completed', total: 0, vat: 0, way: 'voucher' });
  await user.type(await voucherField(), 'abcd-1234 efgh ٥٦');
  await goOn(user);
  expect(await screen.findByText('ABCD 1234 EFGH 56')).toBeVisible();
  expect(screen.getByText('Nothing to pay')).toBeVisible();
  await goOn(user, 'Use this voucher');
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({ kind: 'voucher', voucher: 'ABCD1234EFGH56', pay: { way: 'voucher' } });
});

it.each(['This voucher has been used already.', 'This voucher has expired.'])(
  'leads back to the voucher with what the server says of it: %s',
  async (message) => {
    const { user } = await open({}, '/en/recharge?tab=voucherRecharge');
    server.use(http.post(api('/purchases'), () => refuse(409, { message, fields: { voucher: message } })));
    await user.type(await voucherField(), 'ABCD1234EFGH56');
    await goOn(user);
    await user.click(await screen.findByRole('button', { name: 'Use this voucher' }));
    const field = await voucherField();
    expect(field).toHaveAccessibleDescription(new RegExp(message));
    expect(field).toHaveValue('ABCD1234EFGH56');
    expect(field).toHaveFocus();
  },
);

it('requires the length of a voucher', async () => {
  const { user } = await open({}, '/en/recharge?tab=voucherRecharge');
  await user.type(await voucherField(), 'ABCD');
  await goOn(user);
  expect(await voucherField()).toHaveAccessibleDescription(/exactly 14 letters and digits/);
});

it('asks STC Pay for the mobile of the wallet', async () => {
  const { user } = await open();
  const calls = takePurchase({ way: 'stc-pay' });
  await user.type(await amountField(), '20');
  await goOn(user);
  await user.click(await screen.findByRole('radio', { name: /STC Pay/ }));
  const pay = screen.getByRole('button', { name: /^Pay/ });
  await user.click(pay);
  const mobile = screen.getByRole('textbox', { name: 'Mobile number of your STC Pay wallet' });
  expect(mobile).toHaveAccessibleDescription(/Enter a Saudi mobile number/);
  await user.type(mobile, '٠٥٠١٢٣٤٥٦٧');
  await user.click(pay);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({ pay: { way: 'stc-pay', stcPayMobile: '0501234567' } });
});

it("shows Apple Pay's own button above the list if the browser supports it", async () => {
  vi.stubGlobal('ApplePaySession', class {});
  const { user } = await open({ cards: [card()] });
  const calls = takePurchase({ way: 'apple-pay' });
  await user.type(await amountField(), '20');
  await goOn(user);
  const frame = await screen.findByTitle<HTMLIFrameElement>('Apple Pay');
  expect(new URL(frame.src).searchParams.get('wallet')).toBe('apple-pay');
  const saved = screen.getByRole('radio', { name: /0015/ });
  expect(saved).toBeChecked();
  expect(frame.compareDocumentPosition(saved)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await giveToken('Apple Pay');
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({ pay: { way: 'apple-pay', cardToken } });
});

it('offers only the payment methods of the server', async () => {
  serveConfiguration({ payWays: ['card'] });
  const { user } = await open({ cards: [card()] });
  await user.type(await amountField(), '20');
  await goOn(user);
  expect(await screen.findByTitle('Card details')).toBeInTheDocument();
  expect(screen.queryByRole('radio', { name: /STC|Apple|mada •/ })).toBeNull();
});

it('explains a failed payment, and lets the choice be changed', async () => {
  const { user } = await open({ cards: [card()] });
  server.use(http.post(api('/purchases'), () => refuse(422, { message: 'This card has expired.' })));
  await user.type(await amountField(), '20');
  await goOn(user);
  await user.click(await screen.findByRole('button', { name: /^Pay/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This card has expired.');
  await goOn(user, 'Change it');
  expect(await amountField()).toHaveValue('20');
});

it('shows the progress of the bonus, with a link', async () => {
  await open();
  expect(await screen.findByRole('progressbar', { name: 'Recharge bonus' })).toHaveAttribute(
    'aria-valuetext',
    '7 of 10 recharges',
  );
  expect(screen.getByRole('link', { name: 'See my bonuses' })).toHaveAttribute('href', '/en/recharge-meter');
  const main = within(screen.getByRole('main'));
  expect(main.getAllByRole('link', { name: 'My cards' }).at(-1)).toHaveAttribute('href', '/en/cards');
});

it('takes a promo code off the price, and pays the rest', async () => {
  const { user } = await open({ cards: [card()] });
  server.use(
    http.post(api('/promo-codes/check'), async ({ request }) => {
      const { code } = (await request.json()) as { code: string };
      const kinds = code === 'ESIM15' ? ['esim'] : ['recharge'];
      return HttpResponse.json({ data: { code: code.toUpperCase(), percent: 10, kinds, plans: [] } });
    }),
  );
  const calls = takePurchase({ status: 'completed' });
  await user.type(await amountField(), '50');
  await goOn(user);
  await user.click(await screen.findByText('I have a promo code'));
  const code = screen.getByRole('textbox', { name: 'Promo code' });
  await user.type(code, 'ESIM15');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(code).toHaveAccessibleDescription('This code is not for recharges.'));
  await user.clear(code);
  await user.type(code, 'topup10');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await user.click(await screen.findByRole('button', { name: /^Pay.*51\.75/ }));
  await waitFor(() =>
    expect(calls).toMatchObject([
      { body: { kind: 'recharge', amount: 5_000, promoCode: 'TOPUP10', total: 5_175 } },
    ]),
  );
});

it('shows a postpaid line no price from a balance (D8)', async () => {
  await signIn();
  serveRecharge();
  renderApp('/en/recharge?tab=dataRecharge');
  expect((await screen.findAllByText(/By card or wallet, with VAT:/))[0]).toBeVisible();
  expect(screen.queryByText(/From the balance:/)).toBeNull();
});

it('names no price from a balance where a postpaid line checks its data pack (D8)', async () => {
  await signIn();
  serveRecharge();
  const { user } = renderApp('/en/recharge?tab=dataRecharge');
  await user.click(await screen.findByRole('radio', { name: /5 GB/ }));
  await goOn(user);
  expect(await screen.findByText(/incl. 15% VAT/)).toBeVisible();
  expect(screen.queryByText(/From the balance:/)).toBeNull();
});

it('formats its bounds as other amounts (D8)', async () => {
  await open({ options: { maximum: 100_000 } });
  expect(await amountField()).toHaveAccessibleDescription(/from 10 to 1,000/);
});
