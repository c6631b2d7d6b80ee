import { expect, test } from '../support/journey.ts';
import { expectRoomForLargeText } from '../support/large-text.ts';
import { crowds } from './crowds.ts';
import { open } from './opening.ts';
import { pagesFor } from './pages.ts';
import { throughAll } from './through-all.ts';

for (const [name, crowd] of Object.entries(crowds)) {
  test.describe(name, () => {
    test('every page has room for text of twice its size', async ({
      page,
      request,
      language,
      words,
      simulator,
    }) => {
      test.setTimeout(600_000);
      await crowd.enter({ page, language, words, simulator });
      const pages = await pagesFor(request, language, crowd);
      const findings = await throughAll(pages, async (address) => {
        await open(page, address);
        await expectRoomForLargeText(page);
        return [];
      });
      expect(findings).toEqual([]);
    });
  });
}
