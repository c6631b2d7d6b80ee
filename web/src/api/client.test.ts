import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { api, refuse, server } from '@/testing/server';
import { handleCalls, handlers } from './call-handlers';
import { answerWithinMs, fetchOrRefuse } from './client';
import { listPlans } from './gen-later';
import { ApiError, repeatsItself } from './problem';

afterEach(() => {
  vi.useRealTimers();
});

const plans = () => listPlans({ throwOnError: true });

it('passes a refusal on with its text', async () => {
  server.use(http.get(api('/plans'), () => refuse(409, { message: 'No', messageKey: 'number_taken' })));
  const error = await plans().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 409,
    problem: { message: 'No', messageKey: 'number_taken' },
    mayRetry: false,
  });
});

describe('near a limit', () => {
  const work = {
    algorithm: 'SHA-256' as const,
    challenge: '0'.repeat(64),
    maxnumber: 10,
    salt: 'salt?for=ListPlans&',
    signature: '1'.repeat(64),
  };
  const refusal = { message: 'Work first', messageKey: 'proof_of_work_needed', work } as const;
  afterEach(() => handleCalls({ ...without }));
  const without = handlers();

  it('repeats the call with the proof of work', async () => {
    const shown: (string | null)[] = [];
    server.use(
      http.get(api('/plans'), ({ request }) => {
        shown.push(request.headers.get('X-Proof-Of-Work'));
        return shown.length === 1
          ? refuse(428, refusal)
          : HttpResponse.json({ items: [], page: 1, per_page: 10, hasMore: false });
      }),
    );
    handleCalls({ ...without, work: async (asked) => `worked out of ${asked.salt}` });
    await plans();
    expect(shown).toEqual([null, 'worked out of salt?for=ListPlans&']);
  });

  it('shows the text of the server if the browser cannot do the work', async () => {
    server.use(http.get(api('/plans'), () => refuse(428, refusal)));
    handleCalls({ ...without, work: () => Promise.reject(new Error('no worker')) });
    await expect(plans()).rejects.toMatchObject({ status: 428, problem: { message: 'Work first' } });
  });

  it('does the work if the captcha token was refused', async () => {
    const shown: (string | null)[] = [];
    const captcha = { script: 'https://captcha.example/api.js', siteKey: 'site', action: 'ListPlans' };
    server.use(
      http.get(api('/plans'), ({ request }) => {
        shown.push(request.headers.get('X-Proof-Of-Work'));
        return shown.length < 3
          ? refuse(428, shown.length === 1 ? { ...refusal, work: { ...work, captcha } } : refusal)
          : HttpResponse.json({ items: [], page: 1, per_page: 10, hasMore: false });
      }),
    );
    handleCalls({ ...without, work: async (asked) => (asked.captcha ? 'token' : 'number') });
    await plans();
    expect(shown).toEqual([null, 'token', 'number']);
  });

  it('does the work once for a call', async () => {
    let calls = 0;
    server.use(
      http.get(api('/plans'), () => {
        calls += 1;
        return refuse(428, refusal);
      }),
    );
    handleCalls({ ...without, work: async () => 'wrong' });
    await expect(plans()).rejects.toMatchObject({ status: 428 });
    expect(calls).toBe(2);
  });
});

describe('a trace', () => {
  const parents: (string | null)[] = [];
  const listen = () =>
    server.use(
      http.get(api('/plans'), ({ request }) => {
        parents.push(request.headers.get('traceparent'));
        return HttpResponse.json({ items: [], page: 1, per_page: 10, hasMore: false });
      }),
    );
  afterEach(() => {
    parents.length = 0;
    document.head.querySelector('meta[name="traced"]')?.remove();
  });

  it('sends no trace header if the page has no trace', async () => {
    listen();
    await plans();
    expect(parents).toEqual([null]);
  });

  it('sends the trace of the page with each call, each with its own span', async () => {
    listen();
    document.head.append(Object.assign(document.createElement('meta'), { name: 'traced', content: 'true' }));
    await plans();
    await plans();
    expect(parents).toHaveLength(2);
    expect(parents[0]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(parents[1]?.slice(0, 36)).toBe(parents[0]?.slice(0, 36));
    expect(parents[1]).not.toBe(parents[0]);
  });
});

it('counts silence as status 0, which may be retried', async () => {
  server.use(http.get(api('/plans'), () => HttpResponse.error()));
  await expect(plans()).rejects.toMatchObject({ status: 0, mayRetry: true });
});

it('accepts an answer that is not JSON', async () => {
  server.use(http.get(api('/plans'), () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })));
  await expect(plans()).rejects.toMatchObject({ status: 502, problem: undefined, mayRetry: true });
});

it('refuses an answer that breaks the contract', async () => {
  server.use(
    http.get(api('/plans'), () => HttpResponse.json({ items: [{ id: 'basic-25', price: 'cheap' }] })),
  );
  await expect(plans()).rejects.toThrow();
});

/** Calls back when a call is aborted, as a browser's fetch does. */
function onGivenUp(init: RequestInit | undefined, tell: (reason: unknown) => void): void {
  const signal = init?.signal;
  signal?.aborted ? tell(signal.reason) : signal?.addEventListener('abort', () => tell(signal.reason));
}

function called(): { asked: Promise<void>; ask: () => void } {
  let ask = () => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  return { asked, ask };
}

/** Plays a server that never answers; resolves when it receives a call. */
function neverAnswered(): Promise<void> {
  const { asked, ask } = called();
  vi.spyOn(globalThis, 'fetch').mockImplementation((_request, init) => {
    ask();
    return new Promise((_answer, reject) => onGivenUp(init, reject));
  });
  return asked;
}

it('waits as long as a call may take and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = neverAnswered();
  const settled = vi.fn();
  const answer = plans().catch((reason: unknown) => reason);
  void answer.then(settled);
  await asked;
  await vi.advanceTimersByTimeAsync(answerWithinMs - 1);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  const error = await answer;
  expect(error).toMatchObject({ status: 0, mayRetry: true, silence: { timeout: 15_000 } });
  expect(repeatsItself(error), 'after such a wait the caller decides when to go on').toBe(false);
});

it('counts an answer whose body does not come as late, too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { asked, ask } = called();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_request, init) => {
    ask();
    const body = new ReadableStream({ start: (stream) => onGivenUp(init, (reason) => stream.error(reason)) });
    return new Response(body, { headers: { 'Content-Type': 'application/json' } });
  });
  const answer = plans().catch((reason: unknown) => reason);
  await asked;
  await vi.advanceTimersByTimeAsync(answerWithinMs);
  expect(await answer).toMatchObject({ silence: { timeout: 15_000 } });
});

it('lets a stream of events go on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response('', { headers: { 'Content-Type': 'text/event-stream' } }));
  await fetchOrRefuse(api('/orders/1/events'));
  await vi.advanceTimersByTimeAsync(10 * answerWithinMs);
  expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(false);
});

it('knows a call that the browser stopped', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new DOMException('stopped', 'AbortError'));
  await expect(plans()).rejects.toMatchObject({ status: 0, mayRetry: true, silence: 'aborted' });
});

it('passes on an abort of the page, as when the customer leaves it', async () => {
  neverAnswered();
  const page = new AbortController();
  const answer = listPlans({ throwOnError: true, signal: page.signal }).catch((reason: unknown) => reason);
  page.abort();
  const error = await answer;
  expect(error).not.toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ name: 'AbortError' });
});
