import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { orderAt, orderId } from '@/testing/order';
import { renderStep } from '@/testing/render';
import { api, refuse, server, takeCalls } from '@/testing/server';

describe('another number', () => {
  it('is booked into the same order', async () => {
    const calls = takeCalls('put', '/number', orderAt('plan-selection', { seq: 2 }));
    const { user, path } = renderStep(orderAt('plan-selection'), 'number-selection');
    expect(await screen.findByText(/Your current number .*057 123 4567/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Choose 057 111 2222' }));
    await waitFor(() => expect(path()).toContain('select-plan'));
    expect(calls[0]?.body).toEqual({ msisdn: '0571112222' });
  });
});

describe('eligibility', () => {
  const open = () => renderStep(orderAt('eligibility-check'), 'eligibility-check');
  const typeBirthDate = async (user: UserEvent, day: string, month: string, year: string) => {
    const group = within(screen.getByRole('group', { name: 'Date of birth' }));
    await user.type(group.getByRole('textbox', { name: 'Day' }), day);
    await user.selectOptions(group.getByRole('combobox', { name: 'Month' }), month);
    await user.type(group.getByRole('textbox', { name: 'Year' }), year);
  };

  it('takes Arabic digits and fills in the nationality of citizens', async () => {
    const calls = takeCalls('put', '/eligibility', orderAt('identity-validation', { seq: 2 }));
    const { user, path } = open();
    await user.type(await screen.findByLabelText('ID number'), '١٠٠٠٠٠٠٠٠٨');
    expect(screen.getByLabelText('Nationality')).toHaveValue('SA');
    expect(screen.getByRole('radio', { name: 'Hijri' })).toBeChecked();
    await typeBirthDate(user, '٢٢', '10 · Shawwal', '١٤١٠');
    await user.click(screen.getByRole('button', { name: 'Check eligibility' }));
    await waitFor(() => expect(path()).toContain('identity-validation'));
    expect(calls[0]?.body).toEqual({
      idNumber: '1000000008',
      nationality: 'SA',
      birthDate: '1410-10-22',
      birthDateCalendar: 'hijri',
    });
  });

  it('asks residents for the Gregorian date, and offers the other calendar', async () => {
    const calls = takeCalls('put', '/eligibility', orderAt('identity-validation', { seq: 2 }));
    const { user } = open();
    await user.type(await screen.findByLabelText('ID number'), '2000000006');
    expect(screen.getByRole('radio', { name: 'Gregorian' })).toBeChecked();
    await user.selectOptions(screen.getByLabelText('Nationality'), 'IN');
    await typeBirthDate(user, '17', '5 · May', '1990');
    await user.click(screen.getByRole('radio', { name: 'Hijri' }));
    expect(screen.getByRole('textbox', { name: 'Year' }), 'another calendar, another year').toHaveValue('');
    await user.click(screen.getByRole('radio', { name: 'Gregorian' }));
    await typeBirthDate(user, '17', '5 · May', '1990');
    await user.click(screen.getByRole('button', { name: 'Check eligibility' }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ birthDate: '1990-05-17', birthDateCalendar: 'gregorian' });
  });

  it.each([
    ['guyana', 'GY', 'Guyana'],
    ['غيانا', 'GY', 'Guyana'],
    ['kosovo', 'XK', 'Kosovo'],
    ['اليمن', 'YE', 'Yemen'],
    ['stateless', 'XX', 'Stateless'],
  ])('Nationality_%s_IsFoundAndChosen', async (typed, code, name) => {
    const { user } = open();
    await user.type(await screen.findByLabelText('ID number'), '2000000006');
    await user.type(screen.getByLabelText('Find your country'), typed);
    const field = screen.getByLabelText('Nationality');
    expect(
      within(field)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toContain(name);
    await waitFor(() => expect(field).toHaveValue(code));
  });

  it('Nationality_OfACitizen_AsksForNoSearch', async () => {
    const { user } = open();
    await user.type(await screen.findByLabelText('ID number'), '2000000006');
    await user.type(screen.getByLabelText('Find your country'), 'no such country');
    expect(await screen.findByText('0 countries found')).toBeVisible();
    await user.clear(screen.getByLabelText('ID number'));
    await user.type(screen.getByLabelText('ID number'), '1000000008');
    expect(screen.queryByLabelText('Find your country')).toBeNull();
    expect(screen.getByLabelText('Nationality')).toHaveValue('SA');
  });

  it('shows at its field that the birth date cannot be right', async () => {
    const said = 'This birth date cannot be right. Please check it on your ID.';
    server.use(
      http.put(api(`/orders/${orderId}/eligibility`), () =>
        refuse(422, { message: said, messageKey: 'birth_date_invalid', fields: { birthDate: said } }),
      ),
    );
    const { user } = open();
    await user.type(await screen.findByLabelText('ID number'), '1000000008');
    await typeBirthDate(user, '30', '9 · Ramadan', '1410');
    await user.click(screen.getByRole('button', { name: 'Check eligibility' }));
    const group = screen.getByRole('group', { name: 'Date of birth' });
    await waitFor(() => expect(group).toHaveAccessibleDescription(new RegExp(said)));
    expect(screen.getByRole('textbox', { name: 'Day' })).toHaveFocus();
  });

  it('explains each field', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Check eligibility' }));
    expect(await screen.findAllByText('Please fill in this field')).toHaveLength(3);
    await user.type(screen.getByLabelText('ID number'), '30000');
    await user.tab();
    expect(await screen.findByText('The ID number has 10 digits and starts with 1 or 2')).toBeVisible();
  });

  it.each([
    ['a day the calendar does not have', 'Gregorian', '31', '2', '1990'],
    ['a part left out', 'Gregorian', '17', '5', ''],
    ['a year before the birth of every living person', 'Gregorian', '17', '5', '1190'],
    ['a day to come', 'Gregorian', '17', '5', '2990'],
    ['a day no Hijri month has', 'Hijri', '31', '9', '1410'],
    ['a Gregorian year beside a Hijri month', 'Hijri', '17', '9', '1990'],
    ['a year before the Hijri tables', 'Hijri', '17', '9', '1355'],
  ])(
    'refuses %s as date of birth, and keeps it to be put right',
    async (_name, calendar, day, month, year) => {
      const { user } = open();
      await user.type(await screen.findByLabelText('ID number'), '1000000008');
      await user.click(screen.getByRole('radio', { name: calendar }));
      await typeBirthDate(user, day, month, year || '{Tab}');
      await user.click(screen.getByRole('button', { name: 'Check eligibility' }));
      const group = screen.getByRole('group', { name: 'Date of birth' });
      await waitFor(() => expect(group).toHaveAccessibleDescription(/Enter a real date in the past/));
      expect(screen.getByRole('textbox', { name: 'Day' })).toHaveValue(day);
      expect(screen.getByRole('textbox', { name: 'Day' })).toHaveFocus();
    },
  );

  it('refuses a resident ID for a citizen before it is sent', async () => {
    const { user } = open();
    await user.type(await screen.findByLabelText('ID number'), '2000000006');
    await user.selectOptions(screen.getByLabelText('Nationality'), 'SA');
    await typeBirthDate(user, '17', '5', '1990');
    await user.click(screen.getByRole('button', { name: 'Check eligibility' }));
    expect(await screen.findByText(/IDs that start with 1 belong to Saudi citizens/)).toBeVisible();
  });

  const refuseWith = (fields: Record<string, string>) =>
    server.use(
      http.put(api(`/orders/${orderId}/eligibility`), () =>
        refuse(422, {
          message: 'You have reached maximum number of SIMs under your ID',
          messageKey: 'max_sims_reached',
          fields,
        }),
      ),
    );
  const submit = async () => {
    const { user } = open();
    await user.type(await screen.findByLabelText('ID number'), '1000000008');
    await typeBirthDate(user, '17', '5', '1410');
    await user.click(screen.getByRole('button', { name: 'Check eligibility' }));
  };

  it('shows a message of the server only at its field', async () => {
    refuseWith({ idNumber: 'No more SIMs for this ID' });
    await submit();
    expect(await screen.findByText('No more SIMs for this ID')).toBeVisible();
    expect(screen.getByLabelText('ID number')).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows other messages above the button', async () => {
    refuseWith({ idNumber: 'No more SIMs for this ID', agency: 'Unknown agency' });
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent('You have reached maximum number of SIMs');
  });
});

describe('contact', () => {
  it('normalises the input and sends the national form', async () => {
    const calls = takeCalls('put', '/personal-information', orderAt('delivery', { seq: 2 }));
    const { user, path } = renderStep(orderAt('user-information'), 'user-information');
    await user.type(await screen.findByLabelText('Full name'), '  Noura   Alqahtani ');
    await user.type(screen.getByLabelText('Email'), ' noura@example.com');
    await user.type(screen.getByLabelText('Mobile number'), '+966 55 123 4567');
    await user.type(screen.getByLabelText('Mobile number again'), '٠٥٥١٢٣٤٥٦٧');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(path()).toContain('/delivery'));
    expect(calls[0]?.body).toEqual({
      fullName: 'Noura Alqahtani',
      email: 'noura@example.com',
      mobile: '0551234567',
      mobileConfirmation: '0551234567',
    });
  });

  it('requires the same mobile twice and a name of letters', async () => {
    const { user } = renderStep(orderAt('user-information'), 'user-information');
    await user.type(await screen.findByLabelText('Full name'), 'Noura 7');
    await user.type(screen.getByLabelText('Email'), 'noura@example.com');
    await user.type(screen.getByLabelText('Mobile number'), '0551234567');
    await user.type(screen.getByLabelText('Mobile number again'), '0551234568');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Full name should include letters only')).toBeVisible();
    await user.clear(screen.getByLabelText('Full name'));
    await user.type(screen.getByLabelText('Full name'), 'Noura');
    expect(await screen.findByText("Mobile numbers don't match")).toBeVisible();
  });
});

describe('delivery', () => {
  it('tells the days on which the parcel arrives', async () => {
    const expectedDelivery = { first: '2026-11-29', last: '2026-12-01' };
    renderStep(orderAt('delivery', { expectedDelivery }), 'delivery');
    expect(await screen.findByText('Expected Sunday 29 November – Tuesday 1 December')).toBeVisible();
  });

  it('takes a home address; empty optional fields are not sent', async () => {
    const calls = takeCalls('put', '/delivery', orderAt('order-confirmation', { seq: 2 }));
    const { user, path } = renderStep(orderAt('delivery'), 'delivery');
    await screen.findByRole('option', { name: 'Riyadh' });
    await user.selectOptions(screen.getByLabelText('City'), 'riyadh');
    await user.type(screen.getByLabelText('District'), 'Al Olaya');
    await user.type(screen.getByLabelText('Street'), 'Tahlia Street');
    await user.type(screen.getByLabelText('Building number'), '٧٤٣٦');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(path()).toContain('order-confirmation'));
    expect(calls[0]?.body).toEqual({
      method: 'homeDelivery',
      address: { city: 'riyadh', area: 'Al Olaya', street: 'Tahlia Street', buildingNumber: '7436' },
    });
  });

  it('shows a mistake in the address only at its field', async () => {
    server.use(
      http.put(api(`/orders/${orderId}/delivery`), () =>
        refuse(422, { message: 'Please check the address', fields: { 'address.area': 'No such district' } }),
      ),
    );
    const { user } = renderStep(orderAt('delivery'), 'delivery');
    await screen.findByRole('option', { name: 'Riyadh' });
    await user.selectOptions(screen.getByLabelText('City'), 'riyadh');
    await user.type(screen.getByLabelText('District'), 'Nowhere');
    await user.type(screen.getByLabelText('Street'), 'Tahlia Street');
    await user.type(screen.getByLabelText('Building number'), '7436');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() =>
      expect(screen.getByLabelText('District')).toHaveAccessibleDescription('No such district'),
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('takes a branch of the chosen city', async () => {
    const calls = takeCalls('put', '/delivery', orderAt('order-confirmation', { seq: 2 }));
    const { user, path } = renderStep(orderAt('delivery'), 'delivery');
    await user.click(await screen.findByRole('radio', { name: /Collect from a branch/ }));
    await screen.findByRole('option', { name: 'Jeddah' });
    await user.selectOptions(screen.getByLabelText('City'), 'jeddah');
    expect(await screen.findByText(/no branch in this city/)).toBeVisible();
    await user.selectOptions(screen.getByLabelText('City'), 'riyadh');
    await user.click(await screen.findByRole('radio', { name: /Olaya branch/ }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(path()).toContain('order-confirmation'));
    expect(calls[0]?.body).toEqual({ method: 'pickupSMSA', branchId: 'RUH-1' });
  });

  it('says that the cities of the branches could not be read, and tries again', async () => {
    server.use(http.get(api('/lookup/cities'), () => refuse(409, { message: 'Not now' }), { once: true }));
    const { user } = renderStep(
      orderAt('delivery', { delivery: { method: 'pickupSMSA', fee: 1_500 } }),
      'delivery',
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: 'Jeddah' })).toBeInTheDocument();
  });
});

describe('confirmation', () => {
  it('leads to the terms of the site, also where its settings cannot be read (ORD-11)', async () => {
    server.use(http.get(api('/configuration/app'), () => refuse(409, { message: 'Not now' })));
    renderStep(orderAt('order-confirmation'), 'order-confirmation');
    expect(await screen.findByRole('link', { name: /terms and conditions/ })).toHaveAttribute(
      'href',
      '/en/terms',
    );
  });

  it('sends the total the customer saw, after the terms are accepted', async () => {
    const calls = takeCalls('post', '/confirmation', orderAt('payment', { seq: 2 }));
    const { user, path } = renderStep(orderAt('order-confirmation'), 'order-confirmation');
    await user.click(await screen.findByRole('button', { name: 'Continue to payment' }));
    expect(await screen.findByText('Please accept the terms to continue')).toBeVisible();
    expect(calls).toHaveLength(0);
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Continue to payment' }));
    await waitFor(() => expect(path()).toContain('/payment'));
    expect(calls[0]?.body).toEqual({ acceptTerms: true, total: 58_000 });
  });

  it('shows each part of the price, and the VAT that the total includes', async () => {
    renderStep(orderAt('order-confirmation'), 'order-confirmation');
    const total = (await screen.findAllByText('Total')).map((term) => term.closest('dl'));
    const rows = [...(total.at(0)?.children ?? [])].map(({ textContent }) => textContent);
    expect(rows).toEqual(['Number500', 'Plan55', 'Delivery25', 'Total580', 'of which VAT (15%)75.65']);
  });

  it('leads back to each choice', async () => {
    renderStep(orderAt('order-confirmation'), 'order-confirmation');
    expect(await screen.findByRole('link', { name: 'Edit: Number' })).toHaveAttribute(
      'href',
      `/en/order-sim/${orderId}/select-number`,
    );
  });
});
