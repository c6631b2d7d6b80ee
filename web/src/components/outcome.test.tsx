import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Outcome } from './outcome';

const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');

beforeEach(() => {
  scrolled.mockClear();
});

const box = (of: string | undefined) => <Outcome of={of}>{of}</Outcome>;

it('comes into view and takes the focus each time that it changes', () => {
  const { rerender } = render(box(undefined));
  expect(scrolled).not.toHaveBeenCalled();
  for (const [n, of] of ['processing', 'declined', 'pending'].entries()) {
    rerender(box(of));
    expect(screen.getByText(of)).toHaveFocus();
    expect(scrolled).toHaveBeenCalledTimes(n + 1);
  }
  rerender(box('pending'));
  expect(scrolled, 'the same outcome stays where it is').toHaveBeenCalledTimes(3);
});

it('comes into view on a page that opens with it and leaves the focus to the heading', () => {
  render(box('declined'));
  expect(scrolled).toHaveBeenCalledOnce();
  expect(screen.getByText('declined')).not.toHaveFocus();
});
