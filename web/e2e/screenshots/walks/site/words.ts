import type { Walker } from '../../walker.ts';

const addresses = {
  en: {
    faq: 'faq',
    question: 'faq/install-an-esim',
    settings: 'internet-settings',
    pages: [
      'about',
      'careers',
      'business',
      'rights-and-responsibilities',
      'disclaimer',
      'pages/services',
      'pages/postpaid',
    ],
    phone: 'Android',
  },
  ar: {
    faq: 'الأسئلة-الشائعة',
    question: 'الأسئلة-الشائعة/تثبيت-الشريحة-الإلكترونية',
    settings: 'إعدادات-الإنترنت',
    pages: [
      'من-نحن',
      'الوظائف',
      'قطاع-الأعمال',
      'الحقوق-والواجبات',
      'إخلاء-المسؤولية',
      'صفحات/خدماتنا',
      'صفحات/الخطوط-المفوترة',
    ],
    phone: 'أندرويد',
  },
} as const;

const names = ['about', 'careers', 'business', 'rights', 'disclaimer', 'services', 'postpaid'];

/** The operator's content: the help hub, questions, pages. */
export async function walkWords({ page, words, language, studio }: Walker): Promise<void> {
  const at = addresses[language];
  const go = (path: string) => page.goto(encodeURI(`/${language}/${path}`));
  await go('help');
  await page.getByRole('heading', { name: words('help:featured') }).waitFor();
  await studio.shoot('hub');
  await go(at.faq);
  await page.getByRole('main').locator('summary').first().click();
  await studio.shoot('faq');
  await go(at.question);
  await page.getByRole('button', { name: words('faq:no') }).click();
  await page.getByRole('link', { name: words('faq:askUs') }).waitFor();
  await studio.shoot('question');
  await go(`${at.faq}/nothing`);
  await page.getByRole('heading', { name: words('faq:goneTitle') }).waitFor();
  await studio.shoot('question-gone');
  await go('hawakom-faq');
  await page.getByRole('main').locator('summary').first().click();
  await studio.shoot('hawakom-faq');
  await go('loyalty-faq');
  await page.getByRole('main').locator('summary').first().click();
  await studio.shoot('loyalty-faq');
  await go(at.settings);
  await page.getByText(at.phone, { exact: true }).click();
  await studio.shoot('internet-settings');
  for (const [index, path] of at.pages.entries()) {
    await go(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await studio.shoot(names[index] ?? path);
  }
}
