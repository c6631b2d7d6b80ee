import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { activateLanguage } from '@/app/activate-language';
import { PageHeading } from './page-heading';

afterEach(() => vi.unstubAllGlobals());

async function shownAfter(activation: boolean) {
  await activateLanguage('en');
  vi.stubGlobal('navigator', { ...navigator, userActivation: { hasBeenActive: activation } });
  render(<PageHeading takesFocus title="Sign in" />);
  return screen.getByRole('heading', { name: 'Sign in' });
}

it('leaves the focus of a page that was just opened at its skip link (D10)', async () => {
  expect(await shownAfter(false)).not.toHaveFocus();
});

it('takes the focus after a navigation', async () => {
  expect(await shownAfter(true)).toHaveFocus();
});

it('leaves the focus where a key moved it before hydration', async () => {
  delete document.documentElement.dataset.alive;
  expect(await shownAfter(true)).not.toHaveFocus();
});

it('scrolls to a heading that takes the place of another one on the same page', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  vi.stubGlobal('navigator', { ...navigator, userActivation: { hasBeenActive: true } });
  document.documentElement.dataset.alive = '';
  await activateLanguage('en');
  history.pushState({ key: 'another page' }, '');
  const { rerender } = render(<PageHeading takesFocus key="form" title="Complaint" />);
  expect(scrolled, 'the router scrolls to a new page').not.toHaveBeenCalled();
  rerender(<PageHeading takesFocus key="result" title="We have received your request" />);
  expect(scrolled.mock.instances).toEqual([
    screen.getByRole('heading', { name: 'We have received your request' }),
  ]);
});
