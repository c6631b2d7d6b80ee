import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import type { Address, Order } from '../../src/api/gen/index.ts';
import { timeCode } from './authenticator.ts';

interface Resolution {
  action: 'retry' | 'amend' | 'skip' | 'cancel';
  note: string;
  amendments?: { address: Address };
}

const shared = 'SELFCARE_SUPPORT_TOKEN';

/** Before a run, which its journeys inherit: signs support in with password and code. */
export async function signSupportIn(request: APIRequestContext, baseURL: string): Promise<void> {
  const credentials = Buffer.from('support@selfcare.example:Sahara-2026').toString('base64');
  const answer = await request.post(`${baseURL}/api/auth`, {
    headers: { Authorization: `Basic ${credentials}` },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const token: string = (await answer.json()).data.auth_token;
  const prove = async (ahead: number) =>
    request.post(`${baseURL}/api/users/current/second-factor/proof`, {
      headers: { Authorization: `Bearer ${token}` },
      data: { code: timeCode(undefined, ahead) },
    });
  // A run that ended a moment ago may have used the code of now; the next one counts already.
  const proven = [await prove(0)];
  if (!proven[0]?.ok()) {
    proven.push(await prove(1));
  }
  expect(proven.at(-1)?.ok(), await proven.at(-1)?.text()).toBe(true);
  process.env[shared] = token;
}

/** Somebody of the support team, signed in over the API with the seeded account. */
export class Support {
  private constructor(
    private readonly request: APIRequestContext,
    private readonly token: string,
  ) {}

  /** Each code of an authenticator app counts once, so all journeys of a run share one session. */
  static async signIn(request: APIRequestContext): Promise<Support> {
    const token = process.env[shared];
    expect(token, 'the set-up of the run signs support in').toBeTruthy();
    return new Support(request, token ?? '');
  }

  get #headers() {
    return { Authorization: `Bearer ${this.token}`, 'Idempotency-Key': randomUUID() };
  }

  async resolve(orderId: string, data: Resolution): Promise<Order> {
    const answer = await this.request.post(`/api/support/orders/${orderId}/resolution`, {
      headers: this.#headers,
      data,
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  }

  async refund(orderId: string): Promise<Order> {
    const answer = await this.request.post(`/api/support/orders/${orderId}/refund`, {
      headers: this.#headers,
      data: { note: 'Agreed by telephone' },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  }

  /** Whether ledger, number, SIM, payment, shipment and line agree. */
  async books(orderId: string): Promise<{ agree: boolean; findings: string[] }> {
    const answer = await this.request.get(`/api/support/orders/${orderId}/books`, { headers: this.#headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  }
}
