import { randomInt, randomUUID } from 'node:crypto';
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';
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

/** A number of another operator; its end says how that one answers (docs/simulators.md). */
export const theirNumber = (ending: string) => `056${String(randomInt(1000)).padStart(3, '0')}${ending}`;

/** Pages of numbers the shop shows, of which one is taken by chance: journeys run side by side. */
const pagesOf = { bronze: 200, gold: 40 };

export interface OpenOrder {
  id: string;
  orderNumber: string;
  session: string;
  msisdn: string;
  person: Person;
  /** Opens the order in any browser. */
  link: (step: StepId) => string;
}

/** A customer who knows the public API: takes an order to the step where a journey begins. */
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

  /** A free number. A golden number alone costs as much as one person may refund. */
  async freeNumber(category: keyof typeof pagesOf = 'bronze'): Promise<string> {
    const query = `category=${category}&per_page=12&page=${randomInt(1, pagesOf[category])}`;
    const { items } = await this.#ask<{ items: { msisdn: string }[] }>(
      'GET',
      `/number-booking/numbers?${query}`,
      '',
    );
    const chosen = items[randomInt(items.length)];
    expect(chosen, 'a free number').toBeDefined();
    return chosen?.msisdn ?? '';
  }

  /** A branch to collect from, in the city of the address. */
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

  /** An eSIM with a new number, ready to be paid. */
  async esimUntilPayment(): Promise<OpenOrder> {
    const msisdn = await this.freeNumber();
    const device = { model: 'samsung-galaxy-s24' };
    const order = await this.begin({ kind: 'esim', numberSource: 'new', msisdn, device });
    await this.goOnUntil('payment', order);
    return order;
  }

  /** A number of another operator, brought along on a SIM card. */
  async bring(msisdn: string, person?: Person): Promise<OpenOrder> {
    const order = await this.begin({ kind: 'sim', numberSource: 'port-in' }, person);
    await this.#put(order, 'port', { operator: 'stc', msisdn, acceptTerms: true });
    return { ...order, msisdn };
  }

  /** An order hangs on the session of a device; each has one of its own. */
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

  /** Does what is still to do before a step opens. */
  async startedUntil(
    step: StepId,
    known: { person?: Person; delivery?: Partial<Address> } = {},
  ): Promise<OpenOrder> {
    const order = await this.start(known.person);
    await this.goOnUntil(step, order, known.delivery);
    return order;
  }

  /** The same for an order of any kind, which has the steps its kind has. */
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

  /** Proven by e-mail: what arrives at the mobile is left to the journey. */
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
