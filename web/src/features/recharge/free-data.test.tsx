import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { prepaidLine, purchase, servePurchase, serveRecharge } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { signIn } from '@/testing/session';

const pack = {
  id: 'data-20gb',
  name: '20 GB',
  megabytes: 20_480,
  validityDays: 90,
  price: 9_000,
  total: 10_350,
  free: { megabytes: 2_048, validityDays: 30 },
};

it.each([
  ['en', '2 GB free on top, for 30 days'],
  ['ar', 'معها 2 جيجابايت مجانًا لمدة 30 يومًا'],
])('says what comes free with a data pack, and for how long (%s)', async (language, words) => {
  await signIn([prepaidLine]);
  serveRecharge({ options: { data: [pack] } });
  renderApp(`/${language}/recharge?tab=dataRecharge`);
  expect(await screen.findByText(words)).toBeVisible();
});

it('shows the end of the free data beside the pack', async () => {
  await signIn([prepaidLine]);
  servePurchase({
    kind: 'data-recharge',
    status: 'completed',
    way: 'balance',
    data: {
      megabytes: 20_480,
      validUntil: '2027-02-21T09:00:00Z',
      free: { megabytes: 2_048, validityDays: 30, validUntil: '2026-12-23T09:00:00Z' },
    },
  });
  renderApp(`/en/purchase/${purchase().id}`);
  const free = await screen.findByText('Free data');
  expect(free.nextElementSibling).toHaveTextContent('2 GBvalid until 23 December 2026');
  expect(screen.getByText('Data').nextElementSibling).toHaveTextContent('20 GBvalid until 21 February 2027');
});
