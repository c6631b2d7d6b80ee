import type { Locator } from '@playwright/test';

/**
 * Tells whether numbers move on a date (YYYY-MM-DD): the clearing house moves none on Fridays and Saturdays.
 */
export const isWorkingDay = (date: string): boolean => ![5, 6].includes(new Date(date).getUTCDay());

/** Returns a later day from the choice of days. */
export async function laterDay(days: Locator): Promise<string> {
  const all = await days.locator('option').all();
  const dates = await Promise.all(all.slice(3).map((option) => option.getAttribute('value')));
  return dates.find((date) => date && isWorkingDay(date)) ?? '';
}
