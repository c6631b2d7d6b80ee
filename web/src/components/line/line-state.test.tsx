import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { activateLanguage } from '@/app/activate-language';
import { i18n } from '@/i18n';
import { LineState } from './line-state';

it.each([
  ['en', 'active', 'Active'],
  ['en', 'stopped', 'Stopped'],
  ['en', 'expired', 'Expired'],
  ['en', 'in_transit', 'In transit'],
  ['ar', 'active', 'يعمل'],
  ['ar', 'stopped', 'موقوف'],
  ['ar', 'expired', 'منتهٍ'],
  ['ar', 'in_transit', 'قيد الانتقال'],
] as const)('says in %s, in a word beside a picture, that a line is %s', async (language, state, word) => {
  await activateLanguage(language);
  await i18n.loadNamespaces('accounts');
  render(<LineState state={state} />);
  const said = screen.getByText(word);
  expect(said).toBeVisible();
  expect(said.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
});
