import { randomInt, randomUUID } from 'node:crypto';
import { type APIRequestContext, type APIResponse, expect, test } from '@playwright/test';
import type { Address, Order, StartOrder, StartOrderResponse } from '../../src/api/gen/index.ts';
import type { PickupBranch } from '../../src/api/gen-later/index.ts';
import { type PageId, pageOf, type StepId, stepPath } from '../../src/features/order/model/order-steps.ts';
import type { Language } from '../../src/lib/text/language.ts';
import { newPerson, type Person } from './people.ts';
import { Simulator } from './simulator.ts';

export const address: Address = {
  city: 'riyadh',
  area: 'Al Olaya',
  street: 'King Fahd Road',
  buildingNumber: '7421',
};

/** Returns a number of another operator; its end decides the operator's answer (docs/simulators.md). */
export const theirNumber = (ending: string) => `056${String(randomInt(1000)).padStart(3, '0')}${ending}`;

export interface OpenOrder {
  id: string;
  orderNumber: string;
  session: string;
  msisdn: string;
  person: Person;
  /** Returns a link that opens the order in any browser. */
  link: (step: StepId) => string;
}

/** A customer who uses the public API: it brings an order to the step where a journey begins. */
export class Customer {
  #token = '';

  constructor(
    private readonly request: APIRequestContext,
    private readonly language: Language,
  ) {}

  send(method: string, path: string, session: string, data?: object): Promise<APIResponse> {
    const headers = {
      'accept-language': this.language,
      'Idempotency-Key': randomUUID(),
      'X-Order-Session': session,
      ...(path === '/orders' && { Authorization: `Bearer ${this.#token}` }),
    };
    return this.request.fetch(`/api${path}`, { method, headers, data });
  }

  async #ask<Answer>(method: string, path: string, session: string, data?: object): Promise<Answer> {
    const answer = await this.send(method, path, session, data);
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  }

  order = ({ id, session }: Pick<OpenOrder, 'id' | 'session'>) =>
    this.#ask<Order>('GET', `/orders/${id}`, session);

  /** Returns a free number with a last digit of its own. A gold number alone costs the maximum that one person may refund. */
  async freeNumber(category: 'bronze' | 'gold' = 'bronze'): Promise<string> {
    // Journeys side by side have numbers with other last digits, so that none takes the number of another one.
    const last = 3 * randomInt(3) + (test.info().parallelIndex % 3);
    const query = `category=${category}&ends_with=${last}&per_page=50`;
    const { items } = await this.#ask<{ items: { msisdn: string }[] }>(
      'GET',
      `/number-booking/numbers?${query}`,
      '',
    );
    const chosen = items[randomInt(Math.max(items.length, 1))];
    expect(chosen, 'a free number').toBeDefined();
    return chosen?.msisdn ?? '';
  }

  /** Returns a branch for collection, in the city of the address. */
  async branch(): Promise<PickupBranch> {
    const path = `/lookup/pickup-branches?city=${address.city}`;
    const { items } = await this.#ask<{ items: PickupBranch[] }>('GET', path, '');
    const [first] = items;
    if (!first) {
      throw new Error(`no branch in ${address.city}`);
    }
    return first;
  }

  async isFree(msisdn: string): Promise<boolean> {
    const query = `ends_with=${msisdn.slice(3)}`;
    const { items } = await this.#ask<{ items: unknown[] }>('GET', `/number-booking/numbers?${query}`, '');
    return items.length === 1;
  }

  start = async (person?: Person) => this.take(await this.freeNumber(), person);

  take = (msisdn: string, person?: Person) =>
    this.begin({ kind: 'sim', numberSource: 'new', msisdn }, person);

  /** Starts an eSIM order with a new number, up to its payment. */
  async esimUntilPayment(referralCode?: string): Promise<OpenOrder> {
    const msisdn = await this.freeNumber();
    const device = { model: 'samsung-galaxy-s24' };
    const order = await this.begin({ kind: 'esim', numberSource: 'new', msisdn, device, referralCode });
    await this.goOnUntil('payment', order);
    return order;
  }

  /** Starts a SIM card order with a number of another operator. */
  async bring(msisdn: string, person?: Person): Promise<OpenOrder> {
    const order = await this.begin({ kind: 'sim', numberSource: 'port-in' }, person);
    await this.#put(order, 'port', { operator: 'stc', msisdn, acceptTerms: true });
    return { ...order, msisdn };
  }

  /** Starts a session of a device. An order belongs to such a session, and each customer has its own. */
  async #device(): Promise<void> {
    const { data } = await this.#ask<{ data: { auth_token: string } }>('POST', '/auth/device', '', {
      device_id: randomUUID(),
    });
    this.#token = data.auth_token;
  }

  async begin(wish: StartOrder, person = newPerson()): Promise<OpenOrder> {
    await this.#device();
    const { orderSessionId, order } = await this.#ask<StartOrderResponse>('POST', '/orders', '', wish);
    return {
      id: order.id,
      orderNumber: order.orderNumber,
      session: orderSessionId,
      msisdn: wish.msisdn ?? '',
      person,
      link: (step) => `${stepPath(this.language, step, order.id)}#s=${orderSessionId}`,
    };
  }

  /** Completes the steps before a step. */
  async startedUntil(
    step: StepId,
    known: { person?: Person; delivery?: Partial<Address> } = {},
  ): Promise<OpenOrder> {
    const order = await this.start(known.person);
    await this.goOnUntil(step, order, known.delivery);
    return order;
  }

  /** Continues an order of any kind, with the steps of its kind. */
  async goOnUntil(step: StepId, order: OpenOrder, delivery?: Partial<Address>): Promise<void> {
    const kindHas = new Set((await this.order(order)).steps.map(({ id }) => pageOf(id)));
    const { idNumber, birthDate } = order.person;
    const steps: [PageId, () => Promise<unknown>][] = [
      ['plan-selection', () => this.#put(order, 'plan', { planId: 'hawakom-90' })],
      [
        'eligibility-check',
        () =>
          this.#put(order, 'eligibility', {
            idNumber,
            nationality: idNumber[0] === '1' ? 'SA' : 'IN',
            birthDate,
          }),
      ],
      ['identity-validation', () => this.#identify(order)],
      ['user-information', () => this.#giveContact(order)],
      [
        'delivery',
        () =>
          this.#put(order, 'delivery', {
            method: 'homeDelivery',
            address: { ...address, ...delivery },
          }),
      ],
      ['order-confirmation', () => this.#confirm(order)],
    ];
    for (const [before, take] of steps) {
      if (before === pageOf(step)) {
        break;
      }
      if (kindHas.has(before)) {
        await take();
      }
    }
  }

  #put = (order: OpenOrder, what: string, body: object) =>
    this.#ask<Order>('PUT', `/orders/${order.id}/${what}`, order.session, body);

  async #identify(order: OpenOrder): Promise<void> {
    await this.#ask('POST', `/orders/${order.id}/identity`, order.session);
    await expect.poll(async () => (await this.order(order)).step).toMatch(/^(user|personal)-information$/);
  }

  /** Gives the contact with a proof by e-mail: the journey itself reads the messages to the mobile number. */
  async #giveContact(order: OpenOrder): Promise<void> {
    const { mobile, email } = order.person;
    const otp = await new Simulator(this.request).codeSentBy(email, async () => {
      await this.#ask('POST', `/orders/${order.id}/contact-code`, order.session, { channel: 'email', email });
    });
    await this.#put(order, 'personal-information', {
      fullName: 'Sara Ali',
      email,
      mobile,
      mobileConfirmation: mobile,
      proof: { channel: 'email', otp },
    });
  }

  async #confirm(order: OpenOrder): Promise<void> {
    const { price } = await this.order(order);
    const body = { acceptTerms: true, total: price?.total };
    await this.#ask('POST', `/orders/${order.id}/confirmation`, order.session, body);
  }
}
