import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import type { Address, Order } from '../../src/api/gen/index.ts';
import { tokenOf } from './staff.ts';

interface Resolution {
  action: 'retry' | 'amend' | 'skip' | 'cancel';
  note: string;
  amendments?: { address: Address };
}

/** A support agent, signed in over the API with the seeded account. */
export class Support {
  private constructor(
    private readonly request: APIRequestContext,
    private readonly token: string,
  ) {}

  static signIn(request: APIRequestContext): Support {
    return new Support(request, tokenOf('support@selfcare.example'));
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

  /** Returns the references of the newest cases that are held for a reason. */
  async heldFor(code: string): Promise<string[]> {
    const answer = await this.request.get(`/api/support/cases?kind=order&order=newest&failureCode=${code}`, {
      headers: this.#headers,
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    const { items } = await answer.json();
    return items.map(({ reference }: { reference: string }) => reference);
  }

  /** Gives the money of a held order back at once, whose parcel goes on. */
  callOff = (orderId: string) => this.resolve(orderId, { action: 'cancel', note: 'The parcel may be lost' });

  /** Returns whether ledger, number, SIM, payment, shipment and line agree. */
  async books(orderId: string): Promise<{ agree: boolean; findings: string[] }> {
    const answer = await this.request.get(`/api/support/orders/${orderId}/books`, { headers: this.#headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  }
}
