import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inBrowser, inTab } from '@/lib/browser-parts';
import { renderApp } from '@/testing/render';

function refuse(): never {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
}

const getters = ['localStorage', 'sessionStorage'] as const;

beforeEach(() => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        refuse();
      }
    },
  );
});
afterEach(() => vi.restoreAllMocks());

const refuseStorage = (...names: (typeof getters)[number][]) => {
  for (const name of names) {
    vi.spyOn(window, name, 'get').mockImplementation(refuse);
  }
};

it.each([inBrowser, inTab])('KeptTexts_StorageGiven_KeepsUntilRemoved', (kept) => {
  expect(kept.write('colour', 'text')).toBe(true);
  expect(kept.read('colour')).toBe('text');
  expect(kept.keys()).toContain('colour');
  kept.remove('colour');
  expect(kept.read('colour')).toBeUndefined();
});

const pages = [
  '/en/',
  '/ar/plans',
  '/en/login',
  '/en/order-sim',
  '/ar/recharge',
  '/en/quick-login',
  '/en/find-order',
  '/en/stores',
  '/en/?utm_source=tiktok',
  '/en/plans?ref=ABCD2345&utm_source=unknown',
];

for (const refused of [['localStorage'], ['sessionStorage'], [...getters]] as const) {
  it.each(pages)(`App_${refused.join('And')}Refused_Shows %s`, async (address) => {
    refuseStorage(...refused);
    renderApp(address);
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.queryByText(/Something went wrong|حدث خطأ/)).toBeNull();
  });
}

it('Consent_StorageRefused_IsAskedOnceInThePage', async () => {
  refuseStorage(...getters);
  const { user } = renderApp('/en/?utm_source=tiktok');
  await user.click(await screen.findByRole('button', { name: 'No, thanks' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'No, thanks' })).toBeNull());
});

it.each([inBrowser, inTab])('KeptTexts_StorageRefused_ForgetsWithoutAnError', (kept) => {
  refuseStorage(...getters);
  expect(kept.write('colour', 'text')).toBe(false);
  expect(kept.read('colour')).toBeUndefined();
  expect(kept.keys()).toEqual([]);
  kept.remove('colour');
});
