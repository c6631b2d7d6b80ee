import type { Member } from '../member.ts';

const arabic = {
  complaint: 'شكوى',
  'support-inquiry': 'الاستعلام-عن-طلب',
  'support-chat': 'المحادثة',
  reseller: 'موزع',
};

/** A customer who writes to support. Each has its own contact number. */
export class Requests {
  readonly contact = `0556${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`;

  readonly text = 'My calls drop in the evening.';

  constructor(private readonly member: Member) {}

  open = (page: keyof typeof arabic) =>
    this.member.goTo(this.member.language === 'ar' ? encodeURI(arabic[page]) : page);

  async complain(): Promise<void> {
    const { words, field, button } = this.member;
    await field(words('tickets:complaint.fullName')).fill('Noura Ali');
    await field(words('tickets:complaint.mobile')).fill('0570000001');
    await field(words('tickets:complaint.contactNumber')).fill(this.contact);
    await field(words('tickets:complaint.type')).selectOption('calls');
    await field(words('tickets:complaint.description')).fill(this.text);
    await button(words('tickets:complaint.submit')).click();
  }

  /** Returns the reference that the page shows after the request was stored. */
  reference = async (): Promise<string> =>
    (await this.member.page.getByText(/^CR[0-9]{10}$/).textContent()) ?? '';

  /**
   * Opens the link sent to the contact number. A code then proves that the typed number is the customer's.
   */
  async openByLink(): Promise<void> {
    const { page, simulator, words, field, button, code } = this.member;
    const link = await simulator.linkSentTo(this.contact, /\S+\/l#\S+/);
    await page.goto(link.pathname + link.hash);
    await page.waitForURL(/\/service-request\//);
    if (!new URL(page.url()).hash) {
      await field(words('tickets:complaint.contactNumber')).fill(this.contact);
      await code.fill(
        await simulator.codeSentBy(this.contact, () => button(words('tickets:proof.submit')).click()),
      );
    }
  }
}
