import { expect, test } from '../support/journey.ts';
import { crowds } from './crowds.ts';
import { leaveDialogsOf, sendNothing } from './dialogs.ts';
import { leaveMenus } from './menus.ts';
import { open } from './opening.ts';
import { pagesFor } from './pages.ts';
import { walkByTab } from './tabs.ts';
import { throughAll } from './through-all.ts';

for (const [name, crowd] of Object.entries(crowds)) {
  test.describe(name, () => {
    test('every page is gone through with Tab, and every dialog left with Escape', async ({
      page,
      request,
      language,
      words,
      simulator,
    }) => {
      test.setTimeout(600_000);
      await crowd.enter({ page, language, words, simulator });
      await sendNothing(page);
      const pages = await pagesFor(request, language, crowd);
      const findings = await throughAll(pages, async (address) => {
        await open(page, address);
        const onTheWay = await walkByTab(page);
        return [...onTheWay, ...(await leaveDialogsOf(page, address))];
      });
      await open(page, `/${language}/${crowd.home}`);
      findings.push(...(await leaveMenus(page)));
      expect(findings).toEqual([]);
    });
  });
}
