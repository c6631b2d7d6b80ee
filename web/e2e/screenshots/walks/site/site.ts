import { inMinutes, pretendContent } from '../../../support/site.ts';
import type { Walker } from '../../walker.ts';

const texts = {
  en: {
    maintenance: 'Application is under maintenance',
    text: 'We are improving our services during this time. Your orders continue meanwhile, and nothing is lost.',
    popup: 'National Day offer',
    offer: 'All gold numbers are half price until the end of the month.',
    action: 'See gold numbers',
    looked: 'order',
  },
  ar: {
    maintenance: 'التطبيق قيد الصيانة',
    text: 'نحسّن خدماتنا خلال هذه المدة. طلباتك مستمرة ولن يضيع منها شيء.',
    popup: 'عرض اليوم الوطني',
    offer: 'جميع الأرقام الذهبية بنصف السعر حتى نهاية الشهر.',
    action: 'شاهد الأرقام الذهبية',
    looked: 'شريحة',
  },
} as const;

async function search({
  page,
  words,
  language,
  studio,
}: Pick<Walker, 'page' | 'words' | 'language' | 'studio'>) {
  const field = page.getByRole('main').getByRole('searchbox', { name: words('search:label') });
  await page.goto(`/${language}/search?query=${encodeURIComponent(texts[language].looked)}`);
  await page.getByRole('main').getByRole('listitem').first().waitFor();
  await studio.shoot('search');
  await field.fill('0000000');
  await field.press('Enter');
  await page.getByText(words('search:nothingText')).waitFor();
  await studio.shoot('search-nothing');
  await field.fill('0123456789'.repeat(1_000));
  await field.press('Enter');
  await page.getByRole('main').getByRole('alert').waitFor();
  await studio.shoot('search-too-long');
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/${language}/terms`);
  await page
    .getByRole('banner')
    .getByRole('button', { name: words('search:open') })
    .click();
  await studio.shoot('search-field', page, ['phone']);
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function pages({ page, wizard, words, language, studio }: Walker): Promise<void> {
  await page.goto(`/${language}/`);
  await page.waitForLoadState('networkidle');
  await studio.shoot('home');
  await page.locator('header summary').first().click();
  await studio.shoot('menu', page, ['desktop']);
  await page.goto(`/${language}/terms`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await studio.shoot('terms');
  await page.goto(`/${language}/no-such-page`);
  await wizard.heading(words('common:errors.notFoundTitle')).waitFor();
  await studio.shoot('not-found');
  await page.goto(`/${language}/order-sim/018f0000-0000-8000-8000-000000000000/payment`);
  await wizard.heading(words('order-asides:noAccess.title')).waitFor();
  await studio.shoot('no-access');
  await page.goto(`/${language}/sim-activation`);
  await wizard.heading(words('sim-activation:title')).waitFor();
  await wizard.button(words('sim-activation:find.submit')).click();
  await studio.shoot('sim-activation');
  await search({ page, words, language, studio });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/${language}/terms`);
  await page.getByRole('button', { name: words('common:nav.menu') }).click();
  await page.getByRole('dialog').waitFor();
  await studio.shoot('drawer', page, ['phone']);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** The dialogs and notices that the server can show on each page. */
async function overlays({ page, words, language, studio }: Walker): Promise<void> {
  const { maintenance, text, popup, offer, action } = texts[language];
  const schedule = { title: maintenance, text };
  const shown = async (name: string, said: string) => {
    await page.goto(`/${language}/terms`);
    await page.getByText(said).first().waitFor();
    await studio.shoot(name);
    await page.unrouteAll();
  };
  await pretendContent(page, {
    maintenanceSchedule: { ...schedule, StartDate: inMinutes(60), EndDate: inMinutes(120) },
  });
  await shown('maintenance-ahead', text);
  await pretendContent(page, {
    maintenanceSchedule: { ...schedule, StartDate: inMinutes(-5), EndDate: inMinutes(30) },
  });
  await shown('maintenance', maintenance);
  await pretendContent(page, {
    popupNotification: {
      id: 'national-day',
      StartDate: inMinutes(-5),
      EndDate: inMinutes(60),
      title: popup,
      text: offer,
      url: 'order-sim',
      action,
    },
  });
  await shown('popup', offer);
  await pretendContent(page, { updates: { optional: '99.0.0', forced: '0.0.1' } });
  await shown('update-optional', words('shell:update.optionalTitle'));
  await pretendContent(page, { updates: { optional: '99.0.0', forced: '99.0.0' } });
  await shown('update-forced', words('shell:update.forcedTitle'));
}

/** A lost connection, and parts of the site that failed to load. */
async function failures({ page, words, language, studio }: Walker): Promise<void> {
  await page.goto(`/${language}/`);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByText(words('common:offline')).waitFor();
  await studio.shoot('offline');
  await page.context().setOffline(false);
  await page.route(/assets\/.*\.js/, (route) => route.abort());
  await page.getByRole('contentinfo').locator(`a[href="/${language}/terms"]`).click();
  await page.getByRole('heading', { name: words('common:errors.chunkTitle') }).waitFor();
  await studio.shoot('chunk-failure');
  await page.unrouteAll();
}

/** Nothing could be loaded: the page says so in both languages. */
async function cannotStart({ page, language, studio }: Walker): Promise<void> {
  await page.route(`/${language}/terms`, async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace(/<script type="application\/json".*?<\/script>/s, '');
    await route.fulfill({ response, body: text });
  });
  await page.route('**/api/configuration/bulk-initialize*', (route) => route.abort());
  await page.goto(`/${language}/terms`);
  await page.getByRole('alert').waitFor();
  await studio.shoot('cannot-start');
  await page.unrouteAll();
}

export async function walkSite(walker: Walker): Promise<void> {
  await pages(walker);
  await overlays(walker);
  await cannotStart(walker);
  await failures(walker);
}
