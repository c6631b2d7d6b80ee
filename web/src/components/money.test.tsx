import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { activateLanguage } from '@/app/activate-language';
import { siteIn } from '@/lib/site/site';
import { Money } from './money';

it.each([
  ['en', 'Saudi riyal'],
  ['ar', 'ريال سعودي'],
] as const)('has the riyal sign before the number, from left to right: %s', async (language, name) => {
  await siteIn(language);
  await activateLanguage(language);
  render(<Money amount={123_450} />);
  const sign = screen.getByRole('img', { name });
  expect(sign.nextSibling).toHaveTextContent('1,234.50');
  expect(sign.parentElement).toHaveAttribute('dir', 'ltr');
  expect(sign.previousSibling).toBeNull();
});
