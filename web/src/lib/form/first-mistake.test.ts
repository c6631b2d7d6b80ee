import { expect, it } from 'vitest';

const sources = import.meta.glob<string>('/src/**/*.tsx', { query: '?raw', eager: true, import: 'default' });
const forms = Object.entries(sources).filter(
  ([file, text]) => text.includes('<form') && !/\.test\.|\/testing\//.test(file),
);

/**
 * react-hook-form moves the focus to the first mistake by itself; `useServerRefusal` moves it to the field
 * that the server refused.
 */
const leads = /useFirstMistake|handleSubmit/;

/**
 * These forms have one field, or no field that can be mistyped: they need no search for the first mistake.
 */
const withoutFirst = [
  'components/one-time-code',
  'components/payment/pay-form',
  'components/promo/promo-entry',
  'components/rename-form',
  'components/search-form',
  'features/bundles/find-page',
  'features/deactivation/steps/validate-id-step',
  'features/number-settings/countries-dialog',
  'features/number-settings/numbers-dialog',
  'features/order/components/promo-code',
  'features/order/delivery/branch-form',
  'features/order/steps/confirmation-step',
  'features/plans/number-asked',
  'features/purchase/scheduled',
  'features/saved-cards/add-card',
  'features/second-factor/code-form',
  'features/sessions/passkeys/add-passkey',
  'features/shops/filters',
  'features/sign-in/login-page',
  'features/sign-in/sign-in-by-code',
  'features/tickets/ticket-actions',
];

it('each form of a customer leads to its first mistake', () => {
  const left = forms
    .filter(([file, text]) => !leads.test(text) && !file.includes('/console/'))
    .map(([file]) => file.replace(/^\/src\/|\.tsx$/g, ''));
  expect(left.sort()).toEqual(withoutFirst);
});
