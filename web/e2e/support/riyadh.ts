import type { Page } from '@playwright/test';
import type { Words } from './texts.ts';

/** Returns a moment in Riyadh time, in the form of its field. */
const inRiyadh = (at: number) => new Date(at + 3 * 60 * 60_000).toISOString().slice(0, 16);

/** Fills in the day and the time of a moment, in the language of the page. */
export async function fillMoment(
  within: Pick<Page, 'getByRole'>,
  words: Words,
  name: string,
  at: number,
): Promise<void> {
  const [day = '', time = ''] = inRiyadh(at).split('T');
  const [year = '', month, date = ''] = day.split('-');
  const group = within.getByRole('group', { name });
  await group.getByLabel(words('console:moment.day')).fill(date);
  await group.getByLabel(words('console:moment.month')).selectOption(String(Number(month)));
  await group.getByLabel(words('console:moment.year')).fill(year);
  await group.getByLabel(words('console:moment.time')).fill(time);
}
