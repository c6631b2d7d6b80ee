import type { PortOut } from '../../../../src/api/gen-lines/index.ts';
import { PortOutPage } from '../../../support/port-out-page.ts';
import type { Walker } from '../../walker.ts';

const states: readonly PortOut['status'][] = [
  'agreed',
  'moving',
  'left',
  'rejected',
  'stopped',
  'withdrawn',
  'failed',
];

/** A number that leaves: the notice above other pages, the link of the message, and the possible states. */
export async function walkPortOut(walker: Walker): Promise<void> {
  const { page, studio, words, simulator, language } = walker;
  const portOut = new PortOutPage(walker.wizard, words, simulator);
  await portOut.signIn();
  await portOut.isAskedFor();
  await studio.shoot('notice');
  await portOut.see();
  const address = new URL(page.url());
  for (const status of states) {
    await page.route('**/api/users/current/port-outs', async (route) => {
      const response = await route.fetch();
      const { items } = await response.json();
      const now = {
        ...items[0],
        status,
        balance_lost: 2350,
        leaving_costs: 110_000,
        can_object: status === 'agreed' || status === 'moving',
      };
      const reason =
        status === 'rejected'
          ? { reason: language === 'ar' ? 'على الخط مبلغ لم يُسدَّد.' : 'Something is unpaid.' }
          : {};
      await route.fulfill({ response, json: { items: [{ ...now, ...reason }] } });
    });
    await page.goto(address.pathname);
    await page.getByText(words(`port-out:status.${status}`), { exact: true }).waitFor();
    await studio.shoot(status);
    await page.unroute('**/api/users/current/port-outs');
  }
  await page.goto(`/${language}/leaving/PO99999999`);
  await page.getByRole('heading', { name: words('port-out:none') }).waitFor();
  await studio.shoot('none');
  await page.goto(`/${language}/leaving/PO99999998#short`); // another path: a page reads its token when it opens
  await page.getByRole('heading', { name: words('port-out:invalid') }).waitFor();
  await studio.shoot('invalid link');
  await portOut.followLink();
  await studio.shoot('by link');
  await portOut.stop();
  await studio.shoot('stopped by link');
}
