import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { orderAt } from '@/testing/order';
import { renderStep } from '@/testing/render';
import { takeCalls } from '@/testing/server';

const address = {
  city: 'riyadh',
  area: 'Al Olaya',
  street: 'Tahlia Street',
  buildingNumber: '7436',
  apartmentNumber: '12B',
  notes: 'Ring twice',
};

afterEach(() => Reflect.deleteProperty(navigator, 'geolocation'));

it('asks for each part of an address, and takes the place of the pin', async () => {
  const geolocation = {
    getCurrentPosition: (take: (at: unknown) => void) =>
      take({ coords: { latitude: 24.7136, longitude: 46.6753 } }),
  };
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: geolocation });
  const calls = takeCalls('put', '/delivery', orderAt('order-confirmation', { seq: 2 }));
  const { user, path } = renderStep(orderAt('delivery'), 'delivery');
  await screen.findByRole('option', { name: 'Riyadh' });
  await user.selectOptions(screen.getByLabelText('City'), address.city);
  await user.type(screen.getByLabelText('District'), address.area);
  await user.type(screen.getByLabelText('Street'), address.street);
  await user.type(screen.getByLabelText('Building number'), address.buildingNumber);
  await user.type(screen.getByLabelText(/^Apartment/), address.apartmentNumber);
  await user.type(screen.getByLabelText(/^Notes/), address.notes);
  await user.click(await screen.findByRole('button', { name: 'Use my location' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(path()).toContain('order-confirmation'));
  expect(calls[0]?.body).toEqual({
    method: 'homeDelivery',
    address: { ...address, latitude: 24.7136, longitude: 46.6753 },
  });
});

it('shows the saved address again', async () => {
  const given = { ...address, latitude: 24.7, longitude: 46.6 };
  renderStep(
    orderAt('delivery', { delivery: { method: 'homeDelivery', fee: 0, address: given } }),
    'delivery',
  );
  expect(await screen.findByLabelText('District')).toHaveValue(address.area);
  expect(screen.getByLabelText('Street')).toHaveValue(address.street);
  expect(screen.getByLabelText('Building number')).toHaveValue(address.buildingNumber);
  expect(screen.getByLabelText(/^Apartment/)).toHaveValue(address.apartmentNumber);
  expect(screen.getByLabelText(/^Notes/)).toHaveValue(address.notes);
  await screen.findByRole('option', { name: 'Riyadh' });
  expect(screen.getByLabelText('City'), 'the list comes later').toHaveDisplayValue('Riyadh');
});
