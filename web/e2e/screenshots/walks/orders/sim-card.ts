import type { Page } from '@playwright/test';
import { newPerson } from '../../../support/people.ts';
import { cards } from '../../../support/simulator.ts';
import type { Walker } from '../../walker.ts';

/** Walks through the order of a SIM card and takes a picture of each page and of its possible states. */
class SimWalk {
  readonly #person = newPerson();
  readonly #page: Page;

  constructor(private readonly parts: Walker) {
    this.#page = parts.page;
  }

  #shoot = (name: string) => this.parts.studio.shoot(name);

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
    await this.#page.goto(`/${language}/all-vanities`);
    await this.#page.getByRole('region').first().waitFor();
    await this.#page.waitForLoadState('networkidle');
    await this.#shoot('vanities');
    await this.#page.goBack();
    await wizard.takeNumber(await customer.freeNumber());
    await this.#page.getByRole('listitem', { name: / 90$/ }).waitFor();
    await this.#shoot('plan');
    await wizard.takePlan(/ 90$/);
  }

  async person(): Promise<void> {
    const { wizard, simulator } = this.parts;
    const nationalId = this.#person.idNumber;
    await this.#shoot('eligibility');
    await wizard.checkEligibility();
    await this.#shoot('eligibility-errors');
    await wizard.fillEligibility({ ...this.#person, idNumber: '1000000009' });
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
    await wizard.expectStep('user-information');
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
    await wizard.proveContact(this.#person);
  }

  async delivery(): Promise<void> {
    const { wizard } = this.parts;
    const { words } = wizard;
    await wizard.expectStep('delivery');
    await this.#page.getByText(words('order:delivery.pickupSMSA'), { exact: true }).click();
    await this.#page.getByLabel(words('delivery:city')).selectOption('jeddah');
    await this.#page.waitForLoadState('networkidle');
    await this.#shoot('delivery-pickup');
    await this.#page.getByText(words('order:delivery.homeDelivery'), { exact: true }).click();
    await wizard.fillAddress('by-hand');
    await this.#shoot('delivery-home');
    await wizard.takeAddress();
    await wizard.expectStep('order-confirmation');
    await this.#shoot('confirmation');
    await this.#page.setViewportSize({ width: 360, height: 800 });
    const bar = this.#page.getByText(words('order:summary.show'), { exact: true });
    await bar.click();
    await this.parts.studio.shoot('summary-open', this.#page, ['phone']);
    await bar.click();
    await this.#page.setViewportSize({ width: 1280, height: 800 });
    await wizard.confirm();
  }

  async payment(): Promise<void> {
    const { wizard } = this.parts;
    await wizard.fillCard(cards.insufficientFunds);
    await this.#shoot('payment');
    await this.#page.getByRole('button', { name: wizard.words('payment:pay') }).click();
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
    const finish = wizard.button(words('sim-activation:finish.submit'));
    await finish.waitFor();
    await this.#shoot('activation-finish');
    await finish.click();
    await wizard.heading(words('sim-activation:done.title')).waitFor();
    await this.#shoot('activation-done');
    await this.#page.getByRole('link', { name: words('sim-activation:done.order') }).click();
    await wizard.heading(words('details:activeTitle')).waitFor();
    await this.#shoot('order-active');
    await this.#page.goto(`/${language}/sim-activation`);
    await this.#page.getByText(words('sim-activation:mine.active')).waitFor();
    await this.#shoot('activation-start');
  }
}

export async function walkSim(walker: Walker): Promise<void> {
  const walk = new SimWalk(walker);
  await walk.shop();
  await walk.person();
  await walk.leaving();
  await walk.delivery();
  await walk.payment();
  await walk.tracking();
  await walk.activation();
}
