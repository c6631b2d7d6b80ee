import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { pageOf, type StepId, stepOfSlug } from '../../../src/features/order/model/order-steps.ts';
import { spacedMobile } from '../../../src/lib/text/digits.ts';
import type { Language } from '../../../src/lib/text/language.ts';
import { address, type OpenOrder } from '../customer.ts';
import type { Person } from '../people.ts';
import { bankCode, cards, Simulator } from '../simulator.ts';
import type { Words } from '../texts.ts';

export type FormStep = Exclude<StepId, 'order-details'>;

/** The order wizard as the customer uses it, by the texts of the page. */
export class Wizard {
  constructor(
    readonly page: Page,
    readonly language: Language,
    readonly words: Words,
  ) {}

  button = (name: string) => this.page.getByRole('button', { name, exact: true });

  field = (name: string) => this.page.getByRole('textbox', { name });

  heading = (name: string) => this.page.getByRole('heading', { level: 1, name });

  titleOf(step: FormStep): Locator {
    const page = pageOf(step);
    return this.heading(
      this.words(page === 'number-selection' ? 'numbers:title' : `order:steps.${page}.title`),
    );
  }

  get price(): Locator {
    return this.summary.getByRole('img', { name: this.words('common:money.riyal') });
  }

  /** Price and time left: next to the step, or in the bar at the bottom of a phone. */
  get summary(): Locator {
    const side = this.page.getByRole('complementary', { name: this.words('order:summary.title') });
    return side.or(this.page.getByRole('main').locator('details > summary')).filter({ visible: true });
  }

  async expectStep(step: FormStep): Promise<void> {
    await expect(this.titleOf(step)).toBeVisible();
    await expect(this.page).toHaveURL(({ pathname }) => {
      const shown = stepOfSlug(decodeURI(pathname).split('/').at(-1) ?? '');
      return shown !== undefined && pageOf(shown) === pageOf(step);
    });
  }

  shopNumber = (msisdn: string) =>
    this.button(this.words('numbers:chooseNumber', { number: spacedMobile(msisdn) }));

  async search(digits: string): Promise<void> {
    const atTheEnd = this.page.getByRole('radio', { name: this.words('numbers:endsWith') });
    await atTheEnd.click();
    await expect(atTheEnd).toBeChecked();
    await this.field(this.words('numbers:label')).fill(digits);
  }

  async takeNumber(msisdn: string): Promise<void> {
    await this.search(msisdn.slice(-5));
    await this.shopNumber(msisdn).click();
    await this.expectStep('plan-selection');
  }

  async takePlan(name: RegExp): Promise<void> {
    await this.page.getByRole('listitem', { name }).getByRole('button').click();
    await this.expectStep('eligibility-check');
  }

  async fillEligibility({ idNumber, birthDate }: Person): Promise<void> {
    await this.field(this.words('order:eligibility.idNumber')).fill(idNumber);
    const [year = '', month = '', day = ''] = birthDate.split('-');
    // The birth date in the usual form of this person.
    await this.page.getByRole('radio', { name: this.words('order:eligibility.gregorian') }).check();
    await this.birthDatePart('day').fill(day);
    await this.birthMonth.selectOption(String(Number(month)));
    await this.birthDatePart('year').fill(year);
  }

  get birthDate(): Locator {
    return this.page.getByRole('group', { name: this.words('order:eligibility.birthDate') });
  }

  get birthMonth(): Locator {
    return this.birthDate.getByRole('combobox', { name: this.words('order:eligibility.month') });
  }

  birthDatePart = (part: 'day' | 'year') =>
    this.birthDate.getByRole('textbox', { name: this.words(`order:eligibility.${part}`) });

  checkEligibility = () => this.button(this.words('order:eligibility.submit')).click();

  /**
   * Sends the identity request. The phone approves by itself, possibly before this page shows the request.
   */
  passIdentity = () => this.button(this.words('identity:send')).click();

  /**
   * Sends the identity request, which waits for the customer, and returns the number to choose on the phone.
   */
  async askForIdentity(): Promise<string> {
    await this.button(this.words('identity:send')).click();
    const number = this.page.getByText(this.words('identity:openApp')).locator(':scope + p');
    await expect(number).toHaveText(/^\d\d$/);
    return (await number.textContent()) ?? '';
  }

  async fillContact({ email, mobile }: Person): Promise<void> {
    await this.field(this.words('order:contact.email')).fill(email);
    await this.page.getByLabel(this.words('order:contact.mobile'), { exact: true }).fill(mobile);
    await this.field(this.words('order:contact.mobileConfirmation')).fill(mobile);
  }

  get code(): Locator {
    return this.page.getByLabel(this.words('credentials:code.label'), { exact: true });
  }

  /** Submits the contact and types the code that is sent to the mobile number. */
  async proveContact({ mobile }: Person): Promise<void> {
    const code = await new Simulator(this.page.request).codeSentBy(mobile, async () => {
      await this.next();
      await expect(this.code).toBeFocused();
    });
    await this.code.fill(code);
  }

  /** Completes the contact step of a guest. */
  async giveContact(person: Person): Promise<void> {
    await this.fillContact(person);
    await this.proveContact(person);
  }

  next = () => this.button(this.words('common:actions.continue')).click();

  async fillAddress(notes = ''): Promise<void> {
    await this.page.getByLabel(this.words('delivery:city')).selectOption(address.city);
    await this.field(this.words('delivery:area')).fill(address.area);
    await this.field(this.words('delivery:street')).fill(address.street);
    await this.field(this.words('delivery:buildingNumber')).fill(address.buildingNumber);
    await this.field(this.words('delivery:notes')).fill(notes);
  }

  async takeBranch(name: string): Promise<void> {
    await this.page.getByRole('radio', { name: this.words('order:delivery.pickupSMSA') }).check();
    await this.page.getByLabel(this.words('delivery:city')).selectOption(address.city);
    await this.page.getByRole('radio', { name }).check();
    await this.takeAddress();
  }

  takeAddress = () => this.button(this.words('delivery:submit')).click();

  async confirm(): Promise<void> {
    await this.page.getByRole('checkbox').check();
    await this.button(this.words('order:confirmation.submit')).click();
    await this.expectStep('payment');
  }

  get cardFields(): FrameLocator {
    return this.page.getByTitle(this.words('payment:fields')).contentFrame();
  }

  /**
   * Fills in the card fields, which belong to another company: their autocomplete attributes identify them.
   */
  async fillCard(number: string): Promise<void> {
    const field = (purpose: string) => this.cardFields.locator(`[autocomplete=${purpose}]`);
    await field('cc-number').fill(number);
    await field('cc-exp').fill('12/30');
    await field('cc-csc').fill('123');
    await field('cc-name').fill('SARA ALI');
  }

  /** Returns the choice of a new card next to other methods; nothing if only a new card can pay. */
  async anotherCard(): Promise<Locator | undefined> {
    const another = this.page
      .getByRole('radio', { name: this.words('payment:otherCard') })
      .or(this.page.getByRole('radio', { name: this.words('payment:accepted') }));
    await expect(another.or(this.page.getByTitle(this.words('payment:fields'))).first()).toBeVisible();
    return (await another.isVisible()) ? another : undefined;
  }

  /** Pays with this card, also if the account has saved cards. */
  async pay(number: string): Promise<void> {
    await (await this.anotherCard())?.check();
    await this.fillCard(number);
    await this.page.getByRole('button', { name: this.words('payment:pay') }).click();
  }

  /** Opens an order that is ready for payment and pays. */
  async payFor(order: OpenOrder, card: string = cards.paid): Promise<void> {
    await this.page.goto(order.link('payment'));
    await this.pay(card);
  }

  /** Approves on the bank's own page, which has its own texts. */
  async approveAtBank(): Promise<void> {
    await this.page.locator('[autocomplete=one-time-code]').fill(bankCode);
    await this.page.locator('button[value=approve]').click();
  }

  get walletCode(): Locator {
    return this.page.getByRole('textbox', { name: this.words('payment:walletCode') });
  }

  /** Enters the code of an STC Pay wallet. */
  async enterWalletCode(code: string): Promise<void> {
    await this.walletCode.fill(code);
    await this.button(this.words('payment:walletCodeSend')).click();
  }

  cancelAtBank = () => this.page.locator('button[value=cancel]').click();

  /**
   * Checks that the order is placed. Only for parcels that are scanned by hand: another parcel may be at the
   * door before the page shows it.
   */
  expectPlaced = () => expect(this.heading(this.words('details:thanksTitle'))).toBeVisible();
}
