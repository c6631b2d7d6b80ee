import { expect, test } from './support/journey.ts';

/** What an operator's proxy may add: nothing is allowed by default, and no script writes HTML as text. */
const stricter = (policy: string): string =>
  `${policy
    .replace("default-src 'self'", "default-src 'none'; manifest-src 'self'")
    .replace(' blob:', '')}; style-src-attr 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;

test('the shop works behind a proxy whose content policy is stricter', async ({
  page,
  language,
  words,
  wizard,
  customer,
}) => {
  const sent: string[] = [];
  await page.route(/^[^?]*\/(en|ar)\//, async (route) => {
    if (route.request().resourceType() !== 'document') {
      return route.fallback();
    }
    const response = await route.fetch();
    const policy = stricter(response.headers()['content-security-policy'] ?? '');
    sent.push(policy);
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
  });
  await page.goto(`/${language}/`);
  await page
    .getByRole('main')
    .getByRole('link', { name: words('home:cta') })
    .click();
  await wizard.expectStep('number-selection');
  await page
    .getByRole('banner')
    .getByRole('link', { name: words('common:nav.signIn') })
    .click();
  await expect(wizard.heading(words('sign-in:login.title'))).toBeVisible();
  const order = await customer.startedUntil('user-information');
  await page.goto(order.link('user-information'));
  await wizard.fillContact(order.person);
  await wizard.proveContact(order.person);
  await wizard.expectStep('delivery');
  expect(sent.length).toBeGreaterThan(1);
  expect(sent[0]).toContain("default-src 'none'");
});
