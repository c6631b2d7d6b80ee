import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { ApiError } from '@/lib/problem';
import { api, refuse, server } from '@/testing/server';
import { listPlans } from './gen';

const plans = () => listPlans({ throwOnError: true });

it('hands a refusal on with its words', async () => {
  server.use(http.get(api('/plans'), () => refuse(409, { message: 'No', messageKey: 'number_taken' })));
  const error = await plans().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 409,
    problem: { message: 'No', messageKey: 'number_taken' },
    mayRetry: false,
  });
});

it('counts silence as status 0, worth another try', async () => {
  server.use(http.get(api('/plans'), () => HttpResponse.error()));
  await expect(plans()).rejects.toMatchObject({ status: 0, mayRetry: true });
});

it('survives an answer that is no JSON', async () => {
  server.use(http.get(api('/plans'), () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })));
  await expect(plans()).rejects.toMatchObject({ status: 502, problem: undefined, mayRetry: true });
});

it('refuses an answer that is not what the contract says', async () => {
  server.use(
    http.get(api('/plans'), () => HttpResponse.json({ items: [{ id: 'basic-25', price: 'cheap' }] })),
  );
  await expect(plans()).rejects.toThrow();
});
