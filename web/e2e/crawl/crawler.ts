import type { Page } from '@playwright/test';
import { type Language, otherLanguage } from '../../src/lib/text/language.ts';
import { faultsOf, faultsOfLink, type Link, look, type Seen } from './links.ts';
import { readable, settle } from './opening.ts';

/** The maximum number of pages to open below an address: pages of a catalogue are alike. */
const enough = 3;

const withoutHash = (address: string) => address.split('#')[0] ?? '';

/** Returns the common shape of pages that differ only by an id or a question. */
function shapeOf(address: string): string | undefined {
  const [path = '', question] = withoutHash(address).split('?');
  const parts = path.split('/');
  return parts.length > 3 || question
    ? `${parts.slice(0, 3).join('/')} ${parts.length} ${Boolean(question)}`
    : undefined;
}

/** Opens all pages that links lead to, directly or through other pages, and lists all defects. */
export class Crawler {
  readonly findings: string[] = [];

  /** Addresses still to open, each with the page that links to it. */
  readonly #ahead = new Map<string, string>();

  readonly #known = new Set<string>();

  readonly #shapes = new Map<string, number>();

  readonly #anchors: { address: string; id: string; from: string }[] = [];

  readonly #ids = new Map<string, Set<string>>();

  constructor(
    private readonly page: Page,
    private readonly language: Language,
    private readonly noPage: string,
    private readonly elsewhere: (address: string) => string,
    /** Selects pages whose links are followed. Other crawls follow the links of the other pages. */
    private readonly isOwn: (address: string) => boolean,
  ) {}

  private get origin(): string {
    return new URL(this.page.url()).origin;
  }

  /** Adds an address that is opened even if no link leads there. */
  lead(address: string, from: string): void {
    const there = withoutHash(address);
    if (!this.#known.has(there)) {
      this.#known.add(there);
      this.#ahead.set(there, from);
    }
  }

  #follow(link: Link, from: string): void {
    const wrong = faultsOfLink(link, this.origin);
    this.findings.push(...wrong.map((fault) => `${from}: “${link.text}” ${link.href} ${fault}`));
    if (new URL(link.href).origin !== this.origin) {
      return;
    }
    const address = readable(link.href);
    const [there = '', id] = address.split('#');
    if (id) {
      this.#anchors.push({ address: there, id, from });
    }
    if (there.startsWith(`/${this.language}/`) && this.#isWorthwhile(there)) {
      this.lead(there, from);
    }
  }

  #isWorthwhile(address: string): boolean {
    const shape = shapeOf(address);
    if (!shape || this.#known.has(address)) {
      return true;
    }
    const count = this.#shapes.get(shape) ?? 0;
    this.#shapes.set(shape, count + 1);
    return count < enough;
  }

  #note(seen: Seen, address: string, from: string): void {
    this.#ids.set(address, new Set(seen.ids));
    const wrong = faultsOf(seen, this.language);
    this.findings.push(...wrong.map((fault) => `${from} → ${address}: ${fault}`));
    if (this.isOwn(address)) {
      for (const link of seen.links) {
        this.#follow(link, address);
      }
    }
  }

  /** Changes the language with the switch in the header, if the page has one. */
  async #changeLanguage(address: string): Promise<void> {
    const other = otherLanguage(this.language);
    const toOther = this.page.locator(`header a[hreflang=${other}]`);
    if ((await toOther.count()) === 0) {
      return;
    }
    await toOther.click();
    await this.page.waitForURL(`**/${other}/**`);
    await this.page.locator(`html[lang=${other}]`).waitFor();
    await settle(this.page);
    const there = readable(this.page.url());
    if (!there.startsWith(this.elsewhere(address))) {
      this.findings.push(`${address}: in the other language it is ${there}`);
    }
  }

  async #visit(address: string, from: string): Promise<void> {
    try {
      const seen = await look(this.page, address, this.noPage);
      this.#note(seen, address, from);
      if (!seen.isNoPage) {
        await this.#changeLanguage(seen.address);
      }
    } catch (error) {
      this.findings.push(`${from} → ${address}: ${String(error).slice(0, 200)}`);
    }
  }

  /** Returns the missing anchors in opened pages. */
  #missingAnchors(): string[] {
    return this.#anchors
      .filter(({ address, id }) => this.#ids.has(address) && !this.#ids.get(address)?.has(id))
      .map(({ address, id, from }) => `${from} → ${address}#${id}: there is no such part`);
  }

  async run(): Promise<string[]> {
    for (;;) {
      const [next] = this.#ahead;
      if (!next) {
        return [...new Set([...this.findings, ...this.#missingAnchors()])];
      }
      this.#ahead.delete(next[0]);
      await this.#visit(...next);
    }
  }
}
