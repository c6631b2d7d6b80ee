import { expect, type Locator } from '@playwright/test';
import { slugOf } from '../../src/features/order/model/order-steps.ts';
import { address } from './customer.ts';
import type { FormStep, Wizard } from './pages/wizard.ts';
import type { Person } from './people.ts';
import { cards, Simulator } from './simulator.ts';

const patience = 80;

/** A keyboard user: this user cannot reach an element that Tab does not reach. */
export class Keyboard {
  constructor(private readonly wizard: Wizard) {}

  private get page() {
    return this.wizard.page;
  }

  async tabTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    const focused = () => target.evaluate((element) => element === element.ownerDocument.activeElement);
    for (let presses = 0; presses < patience; presses++) {
      if (await focused()) {
        return;
      }
      await this.page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused({ timeout: 1 });
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.tabTo(field);
    await this.page.keyboard.type(text);
    await expect(field).toHaveValue(text);
  }

  async press(target: Locator, key = 'Enter'): Promise<void> {
    await this.tabTo(target);
    await this.page.keyboard.press(key);
  }

  /** Chooses in a group without a choice: Tab reaches the first element, the arrow keys the others. */
  async choose(first: Locator, ...arrows: string[]): Promise<void> {
    await this.press(first, 'Space');
    for (const arrow of arrows) {
      await this.page.keyboard.press(arrow);
    }
  }

  /** Keyboard and screen reader start at the top of the new content. */
  expectFocusOn = (step: FormStep) => expect(this.wizard.titleOf(step)).toBeFocused();

  async takeNumber(msisdn: string): Promise<void> {
    const { wizard } = this;
    await this.expectFocusOn('number-selection');
    await this.type(wizard.field(wizard.words('numbers:label')), msisdn.slice(-6));
    await this.press(wizard.shopNumber(msisdn));
  }

  async takeFirstPlan(): Promise<void> {
    await this.expectFocusOn('plan-selection');
    const choose = this.wizard.words('order:plan.choose', { name: '' }).trim();
    await this.press(this.page.getByRole('main').getByRole('button', { name: choose }).first());
  }

  async giveEligibility({ idNumber, birthDate }: Person): Promise<void> {
    const { wizard } = this;
    const [year = '', month = '', day = ''] = birthDate.split('-').map((part) => String(Number(part)));
    await this.expectFocusOn('eligibility-check');
    await this.type(wizard.field(wizard.words('order:eligibility.idNumber')), idNumber);
    await this.tabTo(this.page.getByRole('radio', { checked: true }).first());
    await this.page.keyboard.press('ArrowRight');
    await this.type(wizard.birthDatePart('day'), day);
    await this.type(wizard.birthMonth, month);
    await this.type(wizard.birthDatePart('year'), year);
    await this.page.keyboard.press('Enter');
  }

  async identify(): Promise<void> {
    await this.expectFocusOn('identity-validation');
    await this.press(this.wizard.button(this.wizard.words('identity:send')));
  }

  async giveContact({ email, mobile }: Person): Promise<void> {
    const { wizard, page } = this;
    await this.expectFocusOn('user-information');
    await this.type(wizard.field(wizard.words('order:contact.email')), email);
    await this.type(page.getByLabel(wizard.words('order:contact.mobile'), { exact: true }), mobile);
    await this.type(wizard.field(wizard.words('order:contact.mobileConfirmation')), mobile);
    const code = await new Simulator(page.request).codeSentBy(mobile, async () => {
      await page.keyboard.press('Enter');
      await expect(wizard.code).toBeFocused();
    });
    await page.keyboard.type(code);
  }

  /** A signed-in customer confirms the contact of the account. */
  async confirmContact(): Promise<void> {
    const { wizard } = this;
    await this.expectFocusOn('user-information');
    await this.press(wizard.button(wizard.words('common:actions.continue')));
  }

  /** Notes may contain an instruction for the courier's simulator. */
  async giveAddress(notes = ''): Promise<void> {
    const { wizard, page } = this;
    await this.expectFocusOn('delivery');
    const cities = page.getByLabel(wizard.words('delivery:city'));
    await this.tabTo(cities);
    await page.keyboard.press('Home');
    for (let presses = 0; presses < patience && (await cities.inputValue()) !== address.city; presses++) {
      await page.keyboard.press('ArrowDown');
    }
    await expect(cities).toHaveValue(address.city);
    await this.type(wizard.field(wizard.words('delivery:area')), address.area);
    await this.type(wizard.field(wizard.words('delivery:street')), address.street);
    await this.type(wizard.field(wizard.words('delivery:buildingNumber')), address.buildingNumber);
    if (notes) {
      await this.type(wizard.field(wizard.words('delivery:notes')), notes);
    }
    await this.press(wizard.button(wizard.words('delivery:submit')));
  }

  async confirmAndPay(): Promise<void> {
    const { wizard, page } = this;
    await this.expectFocusOn('order-confirmation');
    await this.press(page.getByRole('checkbox'), 'Space');
    await this.press(wizard.button(wizard.words('order:confirmation.submit')));
    await this.expectFocusOn('payment');
    await this.takeAnotherCard();
    for (const [purpose, text] of [
      ['cc-number', cards.paid],
      ['cc-exp', '1230'],
      ['cc-csc', '123'],
      ['cc-name', 'SARA ALI'],
    ]) {
      await this.tabTo(wizard.cardFields.locator(`[autocomplete=${purpose}]`));
      await page.keyboard.type(`${text}`);
    }
    await this.press(page.getByRole('button', { name: wizard.words('payment:pay') }));
    const details = slugOf('order-details', wizard.language);
    await page.waitForURL((url) => decodeURI(url.pathname).endsWith(details));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }

  /** Chooses the last card of its group: the arrow keys move there from the chosen card. */
  private async takeAnotherCard(): Promise<void> {
    const { wizard, page } = this;
    const another = await wizard.anotherCard();
    if (another) {
      await this.tabTo(page.getByRole('radio', { checked: true }));
      for (let presses = 0; presses < patience && !(await another.isChecked()); presses++) {
        await page.keyboard.press('ArrowDown');
      }
      await expect(another).toBeChecked();
    }
  }

  /** Cancels an order whose parcel is booked, through its confirmation: the parcel is not given back. */
  async cancel(): Promise<void> {
    const { wizard, page } = this;
    await this.press(wizard.button(wizard.words('details:cancel.open')));
    const dialog = page.getByRole('dialog');
    await this.press(dialog.getByRole('button', { name: wizard.words('details:cancel.confirm') }));
    await expect(page.getByText(wizard.words('details:held.recalledTitle'), { exact: true })).toBeVisible();
  }
}
