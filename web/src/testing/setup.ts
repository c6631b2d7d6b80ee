import '@testing-library/jest-dom/vitest';
import { TextDecoderStream } from 'node:stream/web';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import '@/app/handle-calls';
import { i18n } from '@/i18n';
import { queries } from '@/lib/http/query-client';
import { forgetServerTime } from '@/lib/http/server-clock';
import { openPageAnew } from '@/lib/session';
import { expiryAnswered } from '@/lib/session/expiry';
import { forgetSites } from '@/lib/site/site';
import { callsAreOver, watchCalls } from './calls';
import { server } from './server';
import { serveSite } from './site';

// Pages and steps load when they are first shown, which takes a moment on a busy machine.
configure({ asyncUtilTimeout: 8_000 });

// A form validates in a promise: an action of a user ends when the page shows its effect, some turns later.
const turns = 5;
const { setImmediate } = globalThis;
const { asyncWrapper } = getConfig();
configure({
  asyncWrapper: (action) =>
    asyncWrapper(async () => {
      const result = await action();
      for (let turn = 0; turn < turns; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      return result;
    }),
});

let watchNoLonger: () => void;

beforeAll(() => {
  server.listen({ onUnhandledFrame: 'error' });
  watchNoLonger = watchCalls();
});
beforeEach(() => {
  document.documentElement.dataset.alive = '';
  serveSite();
});
afterEach(async () => {
  cleanup();
  await callsAreOver();
  queries.clear();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  openPageAnew();
  expiryAnswered();
  forgetServerTime();
  forgetSites();
  // The next test may be of another file: it must find texts and page in one language.
  const { lang } = document.documentElement;
  if (lang && i18n.language !== lang) {
    await i18n.changeLanguage(lang);
  }
});
afterAll(() => {
  watchNoLonger();
  server.close();
});

// Browser features that jsdom lacks and pages need.
window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: vi.fn(),
  removeEventListener: vi.fn(),
  addListener: vi.fn(),
  removeListener: vi.fn(),
  dispatchEvent: () => false,
});
// Current Chromium returns a promise here; the DOM types do not include it yet.
window.scrollTo = vi.fn(() => Promise.resolve());
Element.prototype.scrollIntoView = vi.fn(() => Promise.resolve());
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Object.assign(globalThis, { TextDecoderStream });
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
};
