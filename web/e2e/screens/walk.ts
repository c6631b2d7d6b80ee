import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Customer } from '../ground/customer.ts';
import { newPerson } from '../ground/people.ts';
import { cards, type Simulator } from '../ground/simulator.ts';
import type { Wizard } from '../ground/wizard.ts';

interface Parts {
  wizard: Wizard;
  customer: Customer;
  simulator: Simulator;
  /** Size, language and colours: the end of each picture's name. */
  label: string;
}

/** Walks through an order and takes a picture of every page and of what can happen on it. */
export class Walk {
  readonly #person = newPerson();
  readonly #page: Page;
  #count = 0;

  constructor(private readonly parts: Parts) {
    this.#page = parts.wizard.page;
  }

  async #shoot(name: string): Promise<void> {
    this.#count += 1;
    const file = `${String(this.#count).padStart(2, '0')}-${name}-${this.parts.label}.png`;
    const path = join(process.env.SCREENS_DIR ?? '', file);
    await this.#page.screenshot({ path, fullPage: true, animations: 'disabled' });
  }

  async shop(): Promise<void> {
    const { wizard, customer } = this.parts;
    const { words, language } = wizard;
    await this.#page.goto(`/${language}/`);
    await this.#page.waitForLoadState('networkidle');
    await this.#shoot('home');
    await this.#page
      .getByRole('main')
      .getByRole('link', { name: words('home:cta'), exact: true })
      .click();
    await wizard.button(words('common:actions.showMore')).waitFor();
    await this.#shoot('shop');
    await wizard.search('0000000');
    await this.#page.getByText(words('numbers:emptyTitle')).waitFor();
    await this.#shoot('shop-nothing');
    await wizard.takeNumber(await customer.freeNumber());
    await this.#page.getByRole('article').first().waitFor();
    await this.#shoot('plan');
    await wizard.takePlan(/ 90$/);
  }

  async person(): Promise<void> {
    const { wizard, simulator } = this.parts;
    const nationalId = this.#person.idNumber;
    await this.#shoot('eligibility');
    await wizard.checkEligibility();
    await this.#shoot('eligibility-errors');
    await wizard.fillEligibility({ ...this.#person, idNumber: '1000000131' });
    await wizard.checkEligibility();
    await this.#page.locator('[aria-invalid=true]').waitFor();
    await this.#shoot('eligibility-refused');
    await wizard.fillEligibility(this.#person);
    await simulator.script('identity', {
      operation: 'request',
      outcome: 'wait-for-person',
      match: { nationalId },
    });
    await wizard.checkEligibility();
    await wizard.expectStep('identity-validation');
    await this.#shoot('identity');
    const random = await wizard.askForIdentity();
    await this.#shoot('identity-waiting');
    await simulator.answerIdentity(nationalId, random);
    await wizard.expectStep('personal-information');
    await wizard.fillContact(this.#person);
    await this.#shoot('contact');
  }

  async leaving(): Promise<void> {
    const { wizard } = this.parts;
    const header = this.#page.getByRole('navigation', { name: wizard.words('common:nav.label') });
    await header.getByRole('link').first().click();
    await this.#page.getByRole('dialog').waitFor();
    await this.#shoot('leave-dialog');
    await wizard.button(wizard.words('order:leave.stay')).click();
    await wizard.next();
  }

  async delivery(): Promise<void> {
    const { wizard } = this.parts;
    const { words } = wizard;
    await wizard.expectStep('delivery');
    await this.#page.getByText(words('order:delivery.pickupSMSA'), { exact: true }).click();
    await this.#page.getByLabel(words('order:delivery.city')).selectOption('jeddah');
    await this.#page.waitForLoadState('networkidle');
    await this.#shoot('delivery-pickup');
    await this.#page.getByText(words('order:delivery.homeDelivery'), { exact: true }).click();
    await wizard.fillAddress('by-hand');
    await this.#shoot('delivery-home');
    await wizard.takeAddress();
    await wizard.expectStep('order-confirmation');
    await this.#shoot('confirmation');
    await wizard.summary.click();
    await this.#shoot('summary-open');
    await wizard.summary.click();
    await wizard.confirm();
  }

  async payment(): Promise<void> {
    const { wizard } = this.parts;
    await wizard.fillCard(cards.insufficientFunds);
    await this.#shoot('payment');
    await this.#page.getByRole('button', { name: wizard.words('order:payment.pay') }).click();
    await this.#page.getByRole('alert').waitFor();
    await wizard.cardFields.locator('[autocomplete=cc-number]').waitFor();
    await this.#shoot('payment-declined');
    await wizard.pay(cards.challenged);
    await this.#page.locator('button[value=approve]').waitFor();
    await this.#shoot('bank');
    await wizard.approveAtBank();
    await wizard.expectPlaced();
  }

  async tracking(): Promise<void> {
    const { wizard, simulator } = this.parts;
    const { words } = wizard;
    const now = this.#page.locator('[aria-current=step]');
    await now.getByText(words('details:status.preparing')).waitFor();
    await this.#shoot('order-preparing');
    await wizard.button(words('details:cancel.open')).click();
    await this.#shoot('cancel-dialog');
    await wizard.button(words('details:cancel.keep')).click();
    const orderNumber = (await this.#page.locator('dl bdi').first().textContent()) ?? '';
    await simulator.scan(orderNumber, 'picked-up');
    await now.getByText(words('details:status.dispatched')).waitFor();
    await this.#shoot('order-dispatched');
    await simulator.scan(orderNumber, 'delivered');
    await this.#page.getByRole('link', { name: words('details:activate') }).waitFor();
    await this.#shoot('order-delivered');
  }

  async activation(): Promise<void> {
    const { wizard } = this.parts;
    const { words, language } = wizard;
    await this.#page.getByRole('link', { name: words('details:activate') }).click();
    await wizard.button(words('identity:send')).waitFor();
    await this.#shoot('activation-identity');
    await wizard.button(words('identity:send')).click();
    const finish = wizard.button(words('activation:finish.submit'));
    await finish.waitFor();
    await this.#shoot('activation-finish');
    await finish.click();
    await wizard.heading(words('activation:done.title')).waitFor();
    await this.#shoot('activation-done');
    await this.#page.getByRole('link', { name: words('activation:done.order') }).click();
    await wizard.heading(words('details:activeTitle')).waitFor();
    await this.#shoot('order-active');
    await this.#page.goto(`/${language}/sim-activation`);
    await this.#page.getByText(words('activation:mine.active')).waitFor();
    await this.#shoot('activation-start');
  }

  async strayed(): Promise<void> {
    const { words, language, heading } = this.parts.wizard;
    await this.#page.goto(`/${language}/order-sim/018f0000-0000-8000-8000-000000000000/payment`);
    await heading(words('order:noAccess.title')).waitFor();
    await this.#shoot('no-access');
    await this.#page.goto(`/${language}/no-such-page`);
    await heading(words('common:errors.notFoundTitle')).waitFor();
    await this.#shoot('not-found');
  }
}
