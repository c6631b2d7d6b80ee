import { DirectionProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { ApiError, type Silence } from '@/api/problem';
import { activateLanguage } from '@/app/activate-language';
import { AppTheme } from '@/app/app-theme';
import { ErrorNotice } from '@/components/error-notice';
import { ServerState } from '@/lib/http/query-client';
import { useEffectCall } from './use-effect-call';

interface Props {
  silence: Silence;
  /** The recorded keys of the calls. */
  keys: string[];
}

/** A button that makes a change. The first call gets no answer. */
function Payment({ silence, keys }: Props) {
  const call = useEffectCall(async ({ headers }, _body: string) => {
    keys.push(headers['Idempotency-Key']);
    if (keys.length === 1) {
      throw new ApiError(0, undefined, silence);
    }
    return { data: 'done' };
  });
  return (
    <>
      <ErrorNotice error={call.error} onRetry={() => call.mutate('pay')} />
      {call.data}
      <button type="button" onClick={() => call.mutate('pay')}>
        Pay
      </button>
    </>
  );
}

async function renderPayment(language: 'en' | 'ar', silence: Silence) {
  const keys: string[] = [];
  await activateLanguage(language);
  const router = createMemoryRouter(
    [{ path: '/:lang', element: <Payment silence={silence} keys={keys} /> }],
    { initialEntries: [`/${language}`] },
  );
  render(
    <DirectionProvider>
      <AppTheme>
        <ServerState>
          <RouterProvider router={router} />
        </ServerState>
      </AppTheme>
    </DirectionProvider>,
  );
  return { keys, user: userEvent.setup() };
}

it.each([
  ['en', { timeout: 15_000 }, /^This is taking longer than usual/, 'Try again'],
  ['ar', { timeout: 15_000 }, /أطول من المعتاد/, 'حاول مرة أخرى'],
  ['en', 'aborted', /^Request aborted/, 'Try again'],
  ['ar', 'aborted', /أُلغي الطلب/, 'حاول مرة أخرى'],
] as const)(
  'after a late or stopped call the button repeats the same intention: %s %o',
  async (language, silence, words, retry) => {
    const { keys, user } = await renderPayment(language, silence);
    await user.click(screen.getByRole('button', { name: 'Pay' }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(keys, 'it is not sent again by itself').toHaveLength(1);
    await user.click(screen.getByRole('button', { name: retry }));
    expect(await screen.findByText('done')).toBeVisible();
    expect(keys[1]).toBe(keys[0]);
    await user.click(screen.getByRole('button', { name: 'Pay' }));
    await waitFor(() => expect(keys).toHaveLength(3));
    expect(keys[2], 'an answered intention is over').not.toBe(keys[0]);
  },
);

it('is repeated when the server was not reached', async () => {
  const { keys, user } = await renderPayment('en', 'unreached');
  await user.click(screen.getByRole('button', { name: 'Pay' }));
  expect(await screen.findByText('done', undefined, { timeout: 5_000 })).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});
