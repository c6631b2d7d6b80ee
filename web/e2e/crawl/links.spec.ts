import { expect, test } from '../support/journey.ts';
import { Crawler } from './crawler.ts';
import { crowds } from './crowds.ts';
import { pagesFor, translator } from './pages.ts';

for (const [name, crowd] of Object.entries(crowds)) {
  test.describe(name, () => {
    test('every link leads to a page, and every route of the site opens', async ({
      page,
      request,
      language,
      words,
      simulator,
    }) => {
      test.setTimeout(600_000);
      await crowd.enter({ page, language, words, simulator });
      const own = [`/${language}/${crowd.home}`, ...(await pagesFor(request, language, crowd))];
      const crawler = new Crawler(
        page,
        language,
        words('common:errors.notFoundTitle'),
        await translator(request, language),
        (address) => name === 'guest' || own.includes(address),
      );
      for (const address of own) {
        crawler.lead(address, 'the pages of the site');
      }
      const findings = await crawler.run();
      expect(findings).toEqual([]);
    });
  });
}
