import { type APIRequestContext, expect } from '@playwright/test';

/** The console of the outside systems (docs/simulators.md). */
const simulatorAddress = process.env.SIMULATOR_URL ?? 'http://localhost:8090';

type System =
  | 'payment'
  | 'identity'
  | 'registry'
  | 'courier'
  | 'messages'
  | 'network'
  | 'esim'
  | 'portability';

interface Scenario {
  operation: string;
  outcome: string;
  times?: number;
  match: Record<string, string>;
}

interface IdentityRequest {
  transId: string;
  nationalId: string;
  random: string;
}

interface Charge {
  reference: string;
  status: string;
  returnUrl: string;
  charged: number;
  refunded: number;
}

interface Message {
  id: string;
  channel: 'sms' | 'email';
  language: string;
  text: string;
  /** The address for the button of a mail program, in promotions. */
  unsubscribe?: string;
  attachments?: { name: string; mediaType: string; size: number }[];
}

interface Parcel {
  awb: string;
  orderNumber: string;
}

interface Profile {
  iccid: string;
  reference: string;
  matchingId: string;
  state: string;
}

interface Port {
  portId: string;
  status: string;
  requestedDate?: string;
}

interface PortOut {
  reference: string;
  status: string;
}

interface Usage {
  msisdn: string;
  type: string;
  amount: number;
  charged?: number;
  count?: number;
  lateDays?: number;
  party?: string;
  doubled?: boolean;
  shuffled?: boolean;
}

/**
 * Plays the outside world: sets what the bank, the identity app and the courier do, and reads what they
 * received.
 */
export class Simulator {
  constructor(private readonly request: APIRequestContext) {}

  async #tell(path: string, data: object): Promise<void> {
    const answer = await this.request.post(`${simulatorAddress}/control/${path}`, { data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  }

  async #items<Item>(path: string): Promise<Item[]> {
    const answer = await this.request.get(`${simulatorAddress}/control/${path}`);
    expect(answer.ok(), path).toBe(true);
    return (await answer.json()).items;
  }

  /** Sets a scenario, always for one order or person, because other journeys run at the same time. */
  script = (system: System, scenario: Scenario) => this.#tell(`${system}/scenarios`, scenario);

  /** Makes the network refuse the SIM at the next activation of a number. */
  refusesToActivate = (msisdn: string) =>
    this.script('network', { operation: 'activate', outcome: 'iccid-unknown', match: { msisdn } });

  /** Loses the call-back about the next push to a person. */
  losesIdentityReport = (nationalId: string) =>
    this.script('identity', { operation: 'request', outcome: 'callback-lost', match: { nationalId } });

  /** Loses the call-back about the end of a charge. */
  losesPaymentReport = (subject: string) =>
    this.script('payment', { operation: 'callback', outcome: 'lost', match: { subject } });

  /** Makes the courier refuse the next parcel of a person; another try succeeds. */
  refusesParcelOnce = (mobile: string) =>
    this.script('courier', {
      operation: 'book',
      outcome: 'address-refused',
      match: { 'ConsigneeAddress.ContactPhoneNumber': mobile },
    });

  /** Makes the mail server refuse this address from now on. */
  refusesLetters = (to: string) =>
    this.script('messages', { operation: 'send', outcome: 'address-invalid', times: -1, match: { to } });

  /** Reports usage of a line through the network. */
  uses = (usage: Usage) => this.#tell('network/usage', usage);

  knobs = (system: System, knobs: object) => this.#tell(`${system}/knobs`, knobs);

  /** Sets the speed of the time of all outside systems. */
  runTime = (speed: number) => this.#tell('clock', { speed });

  /**
   * Returns the milliseconds by which the clock of the outside systems is ahead of the real clock since the
   * last change of its speed.
   */
  async timeAhead(): Promise<number> {
    const answer = await this.request.get(`${simulatorAddress}/control/state`);
    const { clock } = await answer.json();
    return Date.parse(clock.simulated) - Date.parse(clock.real);
  }

  /** Answers in the identity app: the customer opens the app and picks a number. */
  async answerIdentity(nationalId: string, random: string): Promise<void> {
    const open = await this.#items<IdentityRequest>('identity/requests?open=true');
    const request = open.find((entry) => entry.nationalId === nationalId);
    expect(request, 'a request waits on the phone').toBeDefined();
    await this.#tell(`identity/requests/${request?.transId}/answer`, { random });
  }

  /** Decides a charge that the bank has left open. */
  settles = (reference: string, status: 'paid' | 'declined' | 'abandoned') =>
    this.#tell(`payment/charges/${reference}/settle`, { status });

  /** Returns the charges of an order, found by the address to which the bank returns the customer. */
  async charges(orderId: string): Promise<Charge[]> {
    const all = await this.#items<Charge>('payment/charges');
    return all.filter(({ returnUrl }) => returnUrl.includes(orderId));
  }

  /**
   * Returns the newest profile of an order: a reference starts with the order's id and ends with the number
   * of the issue.
   */
  async profile(orderId: string): Promise<Profile> {
    const all = await this.#items<Profile>('esim/profiles');
    const [newest] = all
      .filter(({ reference }) => reference.startsWith(orderId))
      .sort((one, other) => other.reference.localeCompare(one.reference));
    if (!newest) {
      throw new Error(`no profile of order ${orderId}`);
    }
    return newest;
  }

  /** Scans the code with the customer's phone and reports the results. */
  async phoneReports(orderId: string, ...reports: string[]): Promise<void> {
    const { iccid } = await this.profile(orderId);
    for (const status of reports) {
      await this.#tell(`esim/profiles/${iccid}/report`, { status });
    }
  }

  /** Returns the submissions of an order's port, the newest first. */
  async ports(orderId: string): Promise<Port[]> {
    const all = await this.#items<Port>('portability/ports');
    return all.filter(({ portId }) => portId.startsWith(orderId));
  }

  /**
   * Requests one of the operator's numbers for the holder of this ID. Returns the clearing house's reference.
   */
  async asksForNumber(msisdn: string, idNumber: string): Promise<string> {
    await this.#tell('portability/port-outs', { recipient: 'stc', msisdn, idNumber });
    return (await this.#portOut(msisdn)).reference;
  }

  /** Continues the move at the clearing house or the other operator. */
  movesNumber = (reference: string, status: 'CUT_OVER' | 'COMPLETED') =>
    this.#tell(`portability/port-outs/${reference}/move`, { status });

  /** Waits until the newest request for a number has this state at the clearing house. */
  async numberIs(msisdn: string, status: string): Promise<void> {
    await expect
      .poll(async () => (await this.#portOut(msisdn)).status, { message: `${msisdn} is ${status}` })
      .toBe(status);
  }

  async #portOut(msisdn: string): Promise<PortOut> {
    const [newest] = await this.#items<PortOut>(`portability/port-outs?msisdn=${msisdn}`);
    if (!newest) {
      throw new Error(`no operator asked for ${msisdn}`);
    }
    return newest;
  }

  outbox = (to: string) => this.#items<Message>(`messages/outbox?to=${to}`);

  /** Reads a file of a letter as text. */
  async fileOf(message: string, name: string): Promise<string> {
    const answer = await this.request.get(`${simulatorAddress}/outbox/${message}/${name}`);
    expect(answer.status()).toBe(200);
    return answer.text();
  }

  /** Returns the code that `send` sends to this number or e-mail address. */
  async codeSentBy(to: string, send: () => Promise<void>): Promise<string> {
    // Only messages with a code count: news of earlier actions may arrive in between.
    const codes = async () =>
      (await this.outbox(to)).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.at(0) ?? []);
    const known = (await codes()).length;
    await send();
    await expect
      .poll(async () => (await codes()).length, { message: `a code to ${to}` })
      .toBeGreaterThan(known);
    return (await codes())[0] ?? '';
  }

  /** Waits for a message and returns its address of this form: messages are sent after their event. */
  async linkSentTo(to: string, form: RegExp): Promise<URL> {
    const links = async () => (await this.outbox(to)).flatMap(({ text }) => form.exec(text)?.at(-1) ?? []);
    await expect.poll(links, { message: `a message to ${to} like ${form}` }).not.toEqual([]);
    return new URL((await links())[0] ?? '');
  }

  /** Scans the parcel of an order once the courier has it: it is handed over soon after the payment. */
  async scan(orderNumber: string, ...statuses: string[]): Promise<void> {
    let parcel: Parcel | undefined;
    await expect(async () => {
      const parcels = await this.#items<Parcel>('courier/parcels');
      parcel = parcels.find((entry) => entry.orderNumber === orderNumber);
      expect(parcel, 'the courier has the parcel').toBeDefined();
    }).toPass({ timeout: 30_000 });
    for (const status of statuses) {
      await this.#tell(`courier/parcels/${parcel?.awb}/scan`, { status });
    }
  }
}

/** Test cards, by their result. */
export const cards = {
  paid: '9682900000000015',
  challenged: '4000900000000029',
  challengedMada: '9682900000000023',
  paidThenExpired: '9682900000000551',
  insufficientFunds: '5200900000000511',
  unknownThenPending: '9682900000000965',
} as const;

/** The code that the test bank approves. */
export const bankCode = '111111';

/** Codes of the test wallet of STC Pay, by their result. */
export const walletCodes = { paid: '123456', insufficientFunds: '111111', wrong: '000000' } as const;
