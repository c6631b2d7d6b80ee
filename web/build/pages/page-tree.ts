import { JSDOM } from 'jsdom';
import { quoted, slot } from './slots';

/** A part of a page that the server writes only under a condition. */
export interface ConditionalPart {
  /** The action of html/template that begins the condition. */
  condition: string;
  /** The selector of the element. */
  element: string;
  /** Text or attribute value inside the element, if several elements match the selector. */
  mark?: string;
}

const styles: string[] = [];

/** Returns the rules of the styles that were moved out of the pages, for the stylesheet. */
export const looksAsCss = (): string => styles.map((style, at) => `[data-look="${at}"]{${style}}`).join('\n');

/** The HTML of a page as a tree, so that its parts are found as elements instead of strings. */
export class PageTree {
  readonly #body: HTMLElement;

  constructor(html: string) {
    this.#body = new JSDOM(`<!doctype html><body>${html}`).window.document.body;
  }

  get html(): string {
    return this.#body.innerHTML;
  }

  /** Title and lead of the page, as HTML. */
  get heading(): { title: string; description: string } {
    const title = this.#body.querySelector('h1');
    const lead = title?.nextElementSibling;
    return {
      title: title?.innerHTML ?? '',
      description: lead?.localName === 'p' ? lead.innerHTML : '',
    };
  }

  has(selector: string): boolean {
    return this.#body.querySelector(selector) !== null;
  }

  remove(selector: string): void {
    for (const element of this.#all(selector)) {
      element.remove();
    }
  }

  /** Links from lists to the current page keep the address that the list gives them. */
  freeOwnLinks(path: string): void {
    for (const link of this.#all('[aria-current]')) {
      if (link.getAttribute('href') === path) {
        link.setAttribute('href', `/${slot('{{.Inner}}')}`);
      }
    }
  }

  /** Replaces a text by an action, in texts and attributes. */
  replaceText(text: string, action: string): void {
    const word = slot(action);
    for (const node of nodesOf(this.#body)) {
      if (node.nodeType === node.TEXT_NODE) {
        node.textContent = (node.textContent ?? '').replaceAll(text, word);
      }
    }
    for (const { attributes } of this.#all('*')) {
      for (const attribute of attributes) {
        attribute.value = attribute.value.replaceAll(text, word);
      }
    }
  }

  /** Puts a condition around a part. A page without the part stays unchanged. */
  putConditionAround({ condition, element, mark = '' }: ConditionalPart): boolean {
    const holders = this.#all(element).filter(({ outerHTML }) => outerHTML.includes(mark));
    const innermost = holders.find(
      (holder) => !holders.some((other) => other !== holder && holder.contains(other)),
    );
    innermost?.before(slot(condition));
    innermost?.after(slot('{{end}}'));
    return innermost !== undefined;
  }

  /**
   * Turns each inline style into a rule of the stylesheet, found by its number: the content security policy
   * refuses styles in HTML.
   */
  moveStyles(): void {
    for (const element of this.#all('[style]')) {
      const style = element.getAttribute('style') ?? '';
      if (!styles.includes(style)) {
        styles.push(style);
      }
      element.removeAttribute('style');
      element.setAttribute('data-look', String(styles.indexOf(style)));
    }
  }

  /**
   * Writes comments as actions: React needs them as borders of its parts, but html/template drops comments.
   */
  keepComments(): void {
    for (const node of nodesOf(this.#body)) {
      if (node.nodeType === node.COMMENT_NODE) {
        node.parentNode?.replaceChild(
          this.#body.ownerDocument.createTextNode(slot(`{{comment ${quoted(node.textContent ?? '')}}}`)),
          node,
        );
      }
    }
  }

  #all(selector: string): Element[] {
    return [...this.#body.querySelectorAll(selector)];
  }
}

const nodesOf = (parent: Node): Node[] => [...parent.childNodes].flatMap((node) => [node, ...nodesOf(node)]);
