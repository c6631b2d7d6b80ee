import { drawBarcode } from '../src/testing/barcode.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';
import { Wizard } from './support/pages/wizard.ts';
import { newPerson } from './support/people.ts';
import { Support } from './support/support-team.ts';

test('a SIM is activated in a browser that does not know its order, by the card and the ID of its owner', async ({
  browser,
  request,
  wizard,
  words,
  problems,
  language,
  customer,
}) => {
  const order = await customer.startedUntil('payment');
  await wizard.payFor(order);
  await expect.poll(async () => (await customer.order(order)).stage).toBe('delivered');
  const { sim } = await customer.order(order);

  const elsewhere = await browser.newContext();
  const stranger = new Wizard(await elsewhere.newPage(), language, words);
  await stranger.page.goto(`/${language}/sim-activation`);
  const find = async (idNumber: string) => {
    await stranger.field(words('sim-activation:find.iccid')).fill(sim?.iccid ?? '');
    await stranger.field(words('sim-activation:find.idNumber')).fill(idNumber);
    await stranger.button(words('sim-activation:find.submit')).click();
  };
  await test.step('not with the ID of another person', async () => {
    await find(newPerson().idNumber);
    await expect(stranger.page.getByText(problems.no_orders_found)).toBeVisible();
    await expectGoodPage(stranger.page, language);
  });
  await find(order.person.idNumber);
  await stranger.button(words('identity:send')).click();
  await stranger.button(words('sim-activation:finish.submit')).click();
  await expect(stranger.heading(words('sim-activation:done.title'))).toBeVisible();
  await expectGoodPage(stranger.page, language);
  await elsewhere.close();
  expect((await customer.order(order)).stage).toBe('active');
  const support = Support.signIn(request);
  expect(await support.books(order.id)).toMatchObject({ agree: true, findings: [] });
});

test('the number of a SIM is read by the camera, in a browser without a detector of barcodes', async ({
  page,
  wizard,
  words,
  language,
}) => {
  const { data, width, height } = drawBarcode(3, 180);
  await page.addInitScript(
    ([pixels, wide, high]) => {
      delete (window as { BarcodeDetector?: unknown }).BarcodeDetector;
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: wide, height: high });
      const picture = new ImageData(new Uint8ClampedArray(pixels), wide, high);
      // A camera sends one picture after the other.
      setInterval(() => canvas.getContext('2d')?.putImageData(picture, 0, 0), 100);
      navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
    },
    [[...data], width, height] as const,
  );
  await page.goto(`/${language}/sim-activation`);
  await wizard.button(words('sim-activation:find.scan')).click();
  await expect(wizard.field(words('sim-activation:find.iccid'))).toHaveValue(/^8996605000000000018$/);
});
