import { act, render, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { useNumberFilter } from './use-number-filter';

type Filter = ReturnType<typeof useNumberFilter>;

function Shop({ show }: { show: (filter: Filter) => void }) {
  show(useNumberFilter());
  return null;
}

/** Renders the hook on its own page, with the address that it writes. */
function filterAt(address: string) {
  const shown: Filter[] = [];
  const element = <Shop show={(filter) => shown.push(filter)} />;
  const router = createMemoryRouter([{ path: '/shop', element }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  const filter = () => {
    const newest = shown.at(-1);
    if (!newest) {
      throw new Error('the page was not rendered');
    }
    return newest;
  };
  return { filter, router, search: () => router.state.location.search };
}

it('starts from the address and drops invalid values', () => {
  expect(filterAt('/shop?digits=٧٧ab&where=end&category=gold').filter()).toMatchObject({
    digits: '77',
    atEnd: true,
    category: 'gold',
  });
  expect(filterAt('/shop?digits=123456789&category=wood').filter()).toMatchObject({
    digits: '1234567',
    atEnd: false,
    category: undefined,
  });
});

it.each([
  '0571234567',
  '571234567',
  '057 123 4567',
  '+966571234567',
  '966 57 123 4567',
  '00966571234567',
  '٠٥٧١٢٣٤٥٦٧',
])('finds the whole number %s by the digits after the prefix', async (whole) => {
  const { filter } = filterAt('/shop');
  await act(() => filter().setDigits(whole));
  expect(filter().digits).toBe('1234567');
});

it('takes a whole number that is typed digit by digit', async () => {
  const { filter } = filterAt('/shop');
  for (const digit of '0571234567') {
    await act(() => filter().setDigits(filter().digits + digit));
  }
  expect(filter().digits).toBe('1234567');
});

it('writes the filter to the address without a new history entry', async () => {
  const { filter, router, search } = filterAt('/shop?package=basic-25');
  await act(() => filter().setDigits('٥٥'));
  await act(() => filter().setAtEnd(true));
  await act(() => filter().setCategory('silver'));
  expect(search()).toBe('?package=basic-25&digits=55&where=end&category=silver');
  expect(router.state.historyAction).toBe('REPLACE');
  await act(() => filter().clear());
  expect(search()).toBe('?package=basic-25');
});

it('shows typed text at once, and updates the address later', async () => {
  const { filter, search } = filterAt('/shop');
  for (const digits of ['1', '12', '123']) {
    act(() => filter().setDigits(digits));
    expect(filter().digits).toBe(digits);
  }
  await waitFor(() => expect(search()).toBe('?digits=123'));
  expect(filter().digits).toBe('123');
});

it('follows a link, back and forward', async () => {
  const { filter, router } = filterAt('/shop?digits=77');
  await act(() => router.navigate('/shop?category=gold'));
  expect(filter()).toMatchObject({ digits: '', category: 'gold' });
  await act(() => router.navigate(-1));
  expect(filter()).toMatchObject({ digits: '77', category: undefined });
});
