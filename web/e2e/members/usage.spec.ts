import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { Member } from '../support/member.ts';
import { forEachVisitor } from '../support/visitors.ts';

/**
 * A seeded line (dev/seed): the rest of an allowance, and the usage that brings it above 80 per cent. The
 * line has no chosen language.
 */
const mobile = '0570000006';
const seeded = {
  en: { type: 'sms', named: 'الرسائل النصية', left: 180, uses: 150, total: 200 },
  ar: { type: 'local_min', named: 'الدقائق المحلية', left: 240, uses: 200, total: 300 },
} as const;

forEachVisitor((language) => {
  test('what the network reports shows on the dashboard, and the customer is told at 80 per cent', async ({
    page,
    words,
    simulator,
  }) => {
    const { type, named, left, uses, total } = seeded[language];
    const member = new Member(page, language, words, simulator);
    const meter = page.getByRole('meter', { name: words(`dashboard:allowance.${type}`) });
    const shows = (value: number) =>
      expect(async () => {
        await page.reload();
        await expect(meter).toHaveAttribute('value', String(value), { timeout: 3_000 });
      }).toPass({ timeout: 30_000 });
    const told = async () =>
      (await simulator.outbox(mobile)).filter(({ text }) => text.includes(named) && text.includes('80٪'))
        .length;

    await member.signInAt('dashboard', mobile);
    await expect(meter).toHaveAttribute('max', String(total));
    await shows(left);
    expect(await told()).toBe(0);

    await test.step('what comes twice and in any order counts once, what is late counts in its own cycle', async () => {
      await simulator.uses({ msisdn: mobile, type, amount: 50, lateDays: 30 });
      await simulator.uses({ msisdn: mobile, type, amount: 1, count: 20, doubled: true, shuffled: true });
      await shows(left - 20);
    });
    await test.step('an SMS tells once that most of it is used', async () => {
      await simulator.uses({ msisdn: mobile, type, amount: uses - 20, doubled: true });
      await shows(left - uses);
      await expect.poll(told).toBe(1);
    });
    await expectGoodPage(page, language);
  });
});
