import { readFileSync } from 'node:fs';
import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { Member } from '../support/member.ts';
import { forEachVisitor } from '../support/visitors.ts';

/** Two seeded lines (dev/seed) with calls, messages and data, which no other journey changes. */
const lines = { en: '0570000063', ar: '0570000064' } as const;
const abroad = '+447700900123';

forEachVisitor((language) => {
  test('what a line used is seen by day and by number, narrowed, turned back and kept as a table', async ({
    page,
    words,
    simulator,
  }) => {
    const mobile = lines[language];
    const member = new Member(page, language, words, simulator);
    const main = page.getByRole('main');
    await member.signInAt('history', mobile);
    await expect(page.getByRole('heading', { name: words('usage:usage.list.calls') })).toBeVisible();
    await expect(main.getByRole('row').filter({ hasText: '0501234567' })).toBeVisible();
    await expectGoodPage(page, language);

    await test.step('a call is there as soon as the network reports it, and cost most', async () => {
      await simulator.uses({ msisdn: mobile, type: 'int_min', amount: 9, charged: 9_900, party: abroad });
      const costliest = page.getByRole('region', { name: words('usage:usage.costliest') });
      await expect(async () => {
        await page.reload();
        await expect(costliest.getByRole('listitem').first()).toContainText(abroad, { timeout: 3_000 });
      }).toPass({ timeout: 30_000 });
    });
    await test.step('three months are a list of pages, turned to and fro', async () => {
      await member.goTo('history?tab=consumption&type=data');
      const list = page.getByRole('region', { name: words('usage:usage.list.data') });
      await expect(list.getByRole('listitem').first()).toBeVisible();
      await page.getByLabel(words('usage:usage.place.label')).selectOption('roaming');
      await expect(page.getByText(words('usage:usage.none'))).toBeVisible();
      await page.getByLabel(words('usage:usage.place.label')).selectOption('');
      await expect(list.getByRole('listitem').first()).toBeVisible();
      await page.getByText(words('usage:usage.days.table')).click();
      await expect(main.getByRole('row').nth(2)).toBeVisible();
      await expectGoodPage(page, language);
    });
    await test.step('calls are more than a page', async () => {
      await page.getByRole('radio', { name: words('usage:usage.kind.calls') }).click();
      const list = page.getByRole('region', { name: words('usage:usage.list.calls') });
      await expect(list.getByRole('listitem')).toHaveCount(50);
      const newest = await list.getByRole('listitem').first().textContent();
      await member.button(words('usage:paging.next')).click();
      await expect(list.getByRole('listitem').first()).not.toHaveText(newest ?? '');
      await member.button(words('usage:paging.previous')).click();
      await expect(list.getByRole('listitem').first()).toHaveText(newest ?? '');
    });
    await test.step('the table has the headings of the language, and no formula', async () => {
      const coming = page.waitForEvent('download');
      await member.button(words('usage:usage.file')).click();
      const file = await coming;
      expect(file.suggestedFilename()).toMatch(/^calls-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
      const text = readFileSync(await file.path(), 'utf8');
      expect(text.startsWith(language === 'ar' ? '\ufeffاليوم,' : '\ufeffDay,')).toBe(true);
      expect(text).toContain(`'${abroad}`);
    });
  });
});
