import { act, screen } from '@testing-library/react';
import type { Root } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { activateLanguage } from './activate-language';
import { begin } from './begin';

/** Starts the app at `/ar/` in a document with the HTML of another page. Returns the errors that React reports. */
async function beginInDocumentOf(path: string) {
  const reported = vi.fn((event: Event) => event.preventDefault());
  addEventListener('error', reported);
  vi.stubGlobal('performance', {
    getEntriesByType: () => [{ type: 'back_forward', name: new URL(path, location.href).href }],
    now: () => 0,
  });
  const before = location.href;
  history.replaceState(null, '', '/ar/');
  const root = document.createElement('div');
  root.innerHTML = '<p>Your new number, at your door</p>';
  document.body.append(root);
  let alive: Root | undefined;
  onTestFinished(async () => {
    await act(async () => alive?.unmount());
    root.remove();
    history.replaceState(null, '', before);
    removeEventListener('error', reported);
    vi.unstubAllGlobals();
    await activateLanguage('en');
  });
  await act(async () => {
    alive = await begin(root);
  });
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('رقمك الجديد يصل إلى بابك');
  return reported;
}

it('keeps the HTML of the document for its own address', async () => {
  expect(await beginInDocumentOf('/ar/')).toHaveBeenCalled(); // React compares it and finds another page
});

it('replaces the HTML of the document if the visitor has gone on to another address of it', async () => {
  expect(await beginInDocumentOf('/en/')).not.toHaveBeenCalled();
});
