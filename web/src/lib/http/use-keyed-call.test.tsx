import { DirectionProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, type Problem } from '@/api/problem';
import { activateLanguage } from '@/app/activate-language';
import { AppTheme } from '@/app/app-theme';
import { StillChecking } from '@/app/overlays/still-checking';
import { ErrorNotice } from '@/components/error-notice';
import { i18n } from '@/i18n';
import { ServerState } from './query-client';
import { useKeyedCall } from './use-keyed-call';

type Reply = { data: string } | ApiError;

/** Plays the server: the test records each call and answers it by hand. */
class Server {
  readonly keys: string[] = [];
  #replies: ((reply: Reply) => void)[] = [];

  call = async (key: string): Promise<{ data: string }> => {
    this.keys.push(key);
    const reply = await new Promise<Reply>((resolve) => this.#replies.push(resolve));
    if (reply instanceof ApiError) {
      throw reply;
    }
    return reply;
  };

  reply = (reply: Reply) =>
    act(async () => {
      this.#replies.shift()?.(reply);
      await vi.advanceTimersByTimeAsync(0);
    });
}

function Step({ server }: { server: Server }) {
  const call = useKeyedCall((key, _body: string) => server.call(key));
  return (
    <>
      <StillChecking />
      <ErrorNotice error={call.error} />
      <button type="button" aria-busy={call.isPending} onClick={() => call.mutate('check')}>
        Check
      </button>
      {call.data}
    </>
  );
}

const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
    await vi.dynamicImportSettled();
  });
const button = () => screen.getByRole('button', { name: 'Check' });
const press = () =>
  act(async () => {
    button().click();
    await vi.advanceTimersByTimeAsync(0);
  });

const stillChecking = 'Still checking, one more moment…';
const takesLong = /^This is taking longer than usual/;
const down = new ApiError(503);

beforeEach(async () => {
  await activateLanguage('en');
  await i18n.loadNamespaces('shell');
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function pressed() {
  const server = new Server();
  const page = render(
    <DirectionProvider>
      <AppTheme>
        <ServerState>
          <Step server={server} />
        </ServerState>
      </AppTheme>
    </DirectionProvider>,
  );
  await press();
  return { server, page };
}

it('says after three seconds that it still waits', async () => {
  const { server } = await pressed();
  await pass(2_990);
  expect(screen.queryByText(stillChecking)).toBeNull();
  await pass(260);
  expect(screen.getByText(stillChecking).closest('[role=status]')).not.toBeNull();
  await server.reply({ data: 'done' });
  expect(screen.getByText('done')).toBeVisible();
  await pass(250);
  expect(screen.queryByText(stillChecking)).toBeNull();
});

it('stops waiting after fifteen seconds, and says what happens next', async () => {
  await pressed();
  await pass(14_990);
  expect(button()).toHaveAttribute('aria-busy', 'true');
  await pass(20);
  expect(button()).toHaveAttribute('aria-busy', 'false');
  expect(screen.getByText(takesLong)).toBeVisible();
  expect(
    screen.getByText(/We keep checking, and this page moves on by itself/).closest('[role=status]'),
  ).not.toBeNull();
  await pass(250);
  expect(screen.queryByText(stillChecking)).toBeNull();
});

it('includes failed tries in the fifteen seconds', async () => {
  const { server } = await pressed();
  await pass(9_000);
  await server.reply(down);
  await pass(800);
  expect(server.keys, 'sent again by itself').toHaveLength(2);
  await pass(5_220);
  expect(screen.getByText(takesLong)).toBeVisible();
});

it('continues in the background under the same key, and shows a late answer', async () => {
  const { server } = await pressed();
  await pass(20_000);
  await server.reply(down);
  expect(screen.getByText(takesLong), 'no news').toBeVisible();
  await pass(5_000);
  expect(server.keys).toHaveLength(2);
  expect(server.keys[1]).toBe(server.keys[0]);
  expect(button(), 'the button does not wait').toHaveAttribute('aria-busy', 'false');
  await server.reply({ data: 'done' });
  expect(screen.getByText('done')).toBeVisible();
  expect(screen.queryByText(takesLong)).toBeNull();
});

it('shows a late refusal, and stops', async () => {
  const { server } = await pressed();
  await pass(20_000);
  const problem: Problem = { message: 'Not of age', messageKey: 'under_age', code: -1, traceId: '1' };
  await server.reply(new ApiError(422, problem));
  expect(screen.getByRole('alert')).toHaveTextContent('Not of age');
  await pass(600_000);
  expect(server.keys).toHaveLength(1);
});

it('does not ask twice at once when the customer tries again meanwhile', async () => {
  const { server } = await pressed();
  await pass(16_000);
  await press();
  expect(server.keys, 'the call under way is waited for').toHaveLength(1);
  await server.reply(down);
  await press();
  expect(server.keys, 'a press ends the pause').toHaveLength(2);
  await server.reply({ data: 'done' });
  expect(screen.getByText('done')).toBeVisible();
  expect(new Set(server.keys).size).toBe(1);
});

it('gives up at the end, and when the page is left', async () => {
  const { server, page } = await pressed();
  await pass(15_000);
  for (let tries = 0; tries < 12; tries++) {
    await server.reply(down);
    await pass(5_000);
  }
  expect(server.keys).toHaveLength(12);
  expect(screen.getByRole('alert')).toBeVisible();
  await press();
  await pass(15_000);
  page.unmount();
  await server.reply(down);
  await pass(60_000);
  expect(server.keys).toHaveLength(13);
});
