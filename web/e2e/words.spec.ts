import { expect, test } from './support/journey.ts';
import { expectGoodPage } from './support/looks.ts';

const seeded = {
  en: {
    faq: '/en/faq',
    topic: 'eSIM',
    question: 'How do I install my eSIM?',
    slug: '/en/faq/install-an-esim',
    words: 'apn',
    settings: 'Internet settings',
    phone: 'Android',
    steps: /^Access Point Names$/,
    about: '/en/about',
    pages: ['terms', 'rights-and-responsibilities', 'disclaimer', 'about', 'careers', 'business'],
    elsewhere: '/en/pages/خدماتنا',
    services: '/en/pages/services',
  },
  ar: {
    faq: '/ar/الأسئلة-الشائعة',
    topic: 'الشريحة الإلكترونية',
    question: 'كيف أثبّت شريحتي الإلكترونية؟',
    slug: '/ar/الأسئلة-الشائعة/تثبيت-الشريحة-الإلكترونية',
    words: 'نقطة الوصول',
    settings: 'إعدادات الإنترنت',
    phone: 'أندرويد',
    steps: /^أسماء نقاط الوصول$/,
    about: '/ar/من-نحن',
    pages: ['terms', 'الحقوق-والواجبات', 'إخلاء-المسؤولية', 'من-نحن', 'الوظائف', 'قطاع-الأعمال'],
    elsewhere: '/ar/صفحات/services',
    services: '/ar/صفحات/خدماتنا',
  },
} as const;

test('questions are answered, an opinion counts, and pages of words are read in both languages', async ({
  page,
  request,
  words,
  language,
}) => {
  const said = seeded[language];
  const main = page.getByRole('main');
  const at = async (path: string) => expect.poll(() => decodeURI(new URL(page.url()).pathname)).toBe(path);

  await page.goto(`/${language}/help`);
  await expect(main.getByRole('heading', { name: words('help:featured') })).toBeVisible();
  await expectGoodPage(page, language);
  await main.getByRole('link', { name: words('help:cards.faq.title') }).click();
  await at(said.faq);
  await main.getByText(said.topic, { exact: true }).first().click();
  await expect(main.getByRole('heading', { level: 2 })).toHaveCount(1);
  await main.getByText(said.question).click();
  await expectGoodPage(page, language);
  await main
    .getByRole('listitem')
    .filter({ hasText: said.question })
    .getByRole('link', { name: words('faq:open') })
    .click();
  await at(said.slug);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(said.question);
  await main.getByRole('button', { name: words('faq:yes') }).click();
  await expect(main.getByText(words('faq:thanksYes'))).toBeVisible();
  await expectGoodPage(page, language);

  await page.goto(`/${language}/help`);
  await main.getByRole('searchbox').fill(said.words);
  await main.getByRole('searchbox').press('Enter');
  await main.getByRole('link', { name: said.settings }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(said.settings);
  await main.getByText(said.phone, { exact: true }).click();
  await expect(main.getByText(said.steps)).toBeVisible();
  await expectGoodPage(page, language);

  for (const path of said.pages) {
    await page.goto(`/${language}/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectGoodPage(page, language);
  }
  await page.goto(encodeURI(said.elsewhere));
  await at(said.services);
  await expectGoodPage(page, language);
  for (const path of ['pages/nothing', 'faq/nothing', 'pages/..%2Fterms']) {
    expect((await request.get(`/${language}/${path}`)).status(), path).toBe(404);
  }
  await page.goto(`/${language}/loyalty-faq`);
  await expect(main.getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expectGoodPage(page, language);
});
