import { screen, waitFor } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { orderAt } from '@/testing/order';
import { renderStep } from '@/testing/render';
import { api, refuse, server, takeCalls } from '@/testing/server';

const found = {
  shortAddress: 'RRRD2929',
  city: 'riyadh',
  area: 'Al Wurud',
  street: 'Tahlia',
  buildingNumber: '2929',
  postcode: '12292',
  additionalNumber: '9292',
  latitude: 24.5,
  longitude: 46.6,
};

/** Serves the look-up and returns the short addresses that were asked for. */
function serveLookUp(answer: (short: string) => Response | Promise<Response>): string[] {
  const asked: string[] = [];
  server.use(
    http.get(api('/lookup/national-address'), ({ request }) => {
      const short = new URL(request.url).searchParams.get('shortAddress') ?? '';
      asked.push(short);
      return answer(short);
    }),
  );
  return asked;
}

const shortAddress = () => screen.findByLabelText(/^Short national address/);

it('fills the address of a short one, which the customer can change', async () => {
  const asked = serveLookUp(() => HttpResponse.json(found));
  const calls = takeCalls('put', '/delivery', orderAt('order-confirmation', { seq: 2 }));
  const { user, path } = renderStep(orderAt('delivery'), 'delivery');
  await screen.findByRole('option', { name: 'Riyadh' });
  await user.type(screen.getByLabelText(/^Notes/), 'Ring twice');
  await user.type(await shortAddress(), 'rrrd ٢٩٢٩');
  expect(await screen.findByText(/^The address is filled in/)).toBeVisible();
  expect(screen.getByLabelText('City')).toHaveDisplayValue('Riyadh');
  expect(screen.getByLabelText('Building number')).toHaveValue('2929');
  expect(screen.getByLabelText(/^Postcode/)).toHaveValue('12292');
  await user.clear(screen.getByLabelText('Street'));
  await user.type(screen.getByLabelText('Street'), 'Side Street');
  expect(screen.getByLabelText('District'), 'the rest stays').toHaveValue('Al Wurud');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(path()).toContain('order-confirmation'));
  expect(asked, 'one question for one address').toEqual(['RRRD2929']);
  expect(calls[0]?.body).toEqual({
    method: 'homeDelivery',
    address: { ...found, street: 'Side Street', notes: 'Ring twice' },
  });
});

it('keeps what was typed if the post does not know the address', async () => {
  const message = 'This short address is not known.';
  serveLookUp(() =>
    refuse(422, { messageKey: 'short_address_unknown', message, fields: { shortAddress: message } }),
  );
  const calls = takeCalls('put', '/delivery', orderAt('order-confirmation', { seq: 2 }));
  const { user, path } = renderStep(orderAt('delivery'), 'delivery');
  await screen.findByRole('option', { name: 'Riyadh' });
  await user.selectOptions(screen.getByLabelText('City'), 'riyadh');
  await user.type(screen.getByLabelText('District'), 'Al Olaya');
  await user.type(screen.getByLabelText('Street'), 'Tahlia');
  await user.type(screen.getByLabelText('Building number'), '7436');
  await user.type(await shortAddress(), 'XXXX0000');
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText('District')).toHaveValue('Al Olaya');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(path()).toContain('order-confirmation'));
  expect(calls[0]?.body, 'the courier does not get it').toEqual({
    method: 'homeDelivery',
    address: { city: 'riyadh', area: 'Al Olaya', street: 'Tahlia', buildingNumber: '7436' },
  });
});

it('leaves the form to be filled by hand if the post does not answer', async () => {
  const message = 'We cannot look it up now.';
  serveLookUp(() => refuse(503, { messageKey: 'short_address_unavailable', message }));
  const calls = takeCalls('put', '/delivery', orderAt('order-confirmation', { seq: 2 }));
  const { user } = renderStep(orderAt('delivery'), 'delivery');
  await screen.findByRole('option', { name: 'Riyadh' });
  await user.type(await shortAddress(), 'RRRD2929');
  expect(await screen.findByText(message)).toBeVisible();
  await user.selectOptions(screen.getByLabelText('City'), 'riyadh');
  await user.type(screen.getByLabelText('District'), 'Al Olaya');
  await user.type(screen.getByLabelText('Street'), 'Tahlia');
  await user.type(screen.getByLabelText('Building number'), '2929');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body, 'it may be right').toHaveProperty('address.shortAddress', 'RRRD2929');
});

it('takes the answer to the latest address, and none to a half one', async () => {
  const asked = serveLookUp(async (short) => {
    if (short === 'RRRD2929') {
      await delay(300);
    }
    return HttpResponse.json({ ...found, shortAddress: short, street: `Street of ${short}` });
  });
  const { user } = renderStep(orderAt('delivery'), 'delivery');
  const field = await shortAddress();
  await user.type(field, 'RRRD2929');
  await user.type(field, '{Backspace}8');
  await waitFor(() => expect(screen.getByLabelText('Street')).toHaveValue('Street of RRRD2928'));
  await delay(400);
  expect(screen.getByLabelText('Street')).toHaveValue('Street of RRRD2928');
  expect(asked).toEqual(['RRRD2929', 'RRRD2928']);
  await user.type(field, '{Backspace}');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(/^The short address has 4 letters/)).toBeVisible();
});
