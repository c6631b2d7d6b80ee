import { DirectionProvider } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/problem';
import { activateLanguage } from '@/app/activate-language';
import { AppTheme } from '@/app/app-theme';
import { ErrorNotice } from '@/components/error-notice';
import { i18n } from '@/i18n';
import { setConnection } from '@/testing/connection';
import { queries, ServerState } from './query-client';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const busy = new ApiError(503, {
  code: -9,
  messageKey: 'temporarily_unavailable',
  message: 'Busy.',
  traceId: 'trace-1',
});

beforeEach(async () => {
  await activateLanguage('en');
  await i18n.loadNamespaces('shell');
  await vi.dynamicImportSettled();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Plays a server that takes the given time for each answer and refuses the first calls. */
function answersAfter(ms: number, refusals: number) {
  const asked = vi.fn(async (_call: object) => {
    const tries = asked.mock.calls.length;
    await new Promise((resolve) => setTimeout(resolve, ms));
    if (tries <= refusals) {
      throw busy;
    }
    return 'here';
  });
  return asked;
}

interface Props {
  ask: (call: object) => Promise<string>;
}

const key = ['slow'];

function Single({ ask }: Props) {
  const { data, error, isPending, refetch } = useQuery({ queryKey: key, queryFn: ask });
  return <Shown answer={data} {...{ error, isPending, refetch }} />;
}

function Pages({ ask }: Props) {
  const { data, error, isPending, refetch, fetchNextPage } = useInfiniteQuery({
    queryKey: key,
    queryFn: ask,
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => pages.length + 1,
  });
  return (
    <>
      <Shown answer={data?.pages.at(-1)} {...{ error, isPending, refetch }} />
      <button type="button" onClick={() => refetch()}>
        Anew
      </button>
      <button type="button" onClick={() => fetchNextPage()}>
        More
      </button>
    </>
  );
}

interface ShownProps {
  answer: string | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => void;
}

function Shown({ answer, error, isPending, refetch }: ShownProps) {
  return (
    <>
      {isPending && <span aria-busy>turning</span>}
      <ErrorNotice error={error} onRetry={refetch} />
      {answer}
    </>
  );
}

async function shown(Page: typeof Single, ask: Props['ask']) {
  render(
    <DirectionProvider>
      <AppTheme>
        <ServerState>
          <Page ask={ask} />
        </ServerState>
      </AppTheme>
    </DirectionProvider>,
  );
  await pass(0);
}

it.each([
  ['one answer', Single],
  ['pages of a list', Pages],
])('ends the wait for %s after fifteen seconds, however often it is refused', async (_of, Page) => {
  await shown(Page, answersAfter(6_000, 2));
  await pass(14_900);
  expect(screen.getByText('turning')).toBeVisible();
  await pass(200);
  expect(screen.queryByText('turning')).toBeNull();
  expect(screen.getByRole('alert'), 'the last refusal, to be referred to').toHaveTextContent('trace-1');
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  await pass(1);
  expect(screen.getByText('turning')).toBeVisible();
  await pass(6_001);
  expect(screen.getByText('here')).toBeVisible();
});

it('says that there was no answer in time', async () => {
  await shown(Single, () => new Promise(() => {}));
  await pass(15_001);
  expect(screen.getByRole('alert')).toHaveTextContent('Our servers did not answer in time');
});

it('retries by itself within that time', async () => {
  const ask = answersAfter(3_000, 2);
  await shown(Single, ask);
  await pass(3_000 + 1_000 + 3_000 + 2_000 + 3_000 + 1);
  expect(screen.getByText('here')).toBeVisible();
  expect(ask).toHaveBeenCalledTimes(3);
  await pass(15_000);
  expect(screen.queryByRole('alert'), 'an answer in time ends the count').toBeNull();
});

it('says at once that there is no connection, and asks by itself when it is back', async () => {
  const ask = answersAfter(1_000, 0);
  await shown(Single, ask);
  await pass(1_001);
  setConnection('offline');
  cleanup();
  queries.clear();
  ask.mockClear();
  await shown(Single, ask);
  expect(screen.getByRole('alert')).toHaveTextContent('Check your connection');
  expect(screen.queryByText('turning')).toBeNull();
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  await pass(1);
  expect(screen.getByRole('alert')).toHaveTextContent('Check your connection');
  expect(ask).not.toHaveBeenCalled();
  setConnection('online');
  await pass(1_001);
  expect(screen.getByText('here')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('keeps a known answer without a connection, and reads it again when it is back', async () => {
  const ask = answersAfter(1_000, 0);
  await shown(Single, ask);
  await pass(1_001);
  setConnection('offline');
  void queries.refetchQueries({ queryKey: key });
  await pass(30_000);
  expect(screen.getByText('here')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(ask).toHaveBeenCalledTimes(1);
  setConnection('online');
  await pass(1_001);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('limits the wait for an answer that begins when the connection is back', async () => {
  let answers: Promise<string> = Promise.resolve('here');
  await shown(Single, () => answers);
  await pass(1);
  setConnection('offline');
  void queries.refetchQueries({ queryKey: key });
  await pass(30_000);
  answers = new Promise(() => {});
  setConnection('online');
  await pass(14_900);
  expect(screen.queryByRole('alert')).toBeNull();
  await pass(200);
  expect(screen.getByRole('alert')).toHaveTextContent('Our servers did not answer in time');
});

it('counts the time of a replaced request from its own start', async () => {
  await shown(Pages, answersAfter(8_000, 0));
  await pass(8_001);
  const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());
  await press('Anew');
  await pass(7_000);
  await press('More');
  await pass(30_000);
  expect(screen.queryByRole('alert')).toBeNull();
});
