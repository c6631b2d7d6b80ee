import type { Page } from '@playwright/test';

/** The state of a page while a keyboard user goes through it with Tab. */
interface TabWalk {
  note: () => boolean;
  findings: () => string[];
}

declare global {
  interface Window {
    tabWalk?: TabWalk;
  }
}

/** This function runs in the page. */
function watchTabs(): void {
  const interactive =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [tabindex], [contenteditable=true]';
  type Stop = HTMLElement &
    Partial<Pick<HTMLInputElement, 'type' | 'name' | 'form' | 'disabled' | 'checked'>>;

  const called = (stop: Stop) => {
    const words = stop.ariaLabel || stop.textContent || stop.closest('label')?.textContent || stop.id || '';
    return `<${stop.tagName.toLowerCase()}> “${words.trim().replace(/\s+/g, ' ').slice(0, 50)}”`;
  };
  const isReachable = (stop: Stop) =>
    !stop.disabled &&
    stop.tabIndex >= 0 &&
    !stop.closest('[inert]') &&
    stop.checkVisibility({ visibilityProperty: true });
  /** Tab reaches only one of the radio buttons with the same name. */
  const groupOf = (stop: Stop) => (stop.type === 'radio' && stop.name ? `radio ${stop.name}` : stop);

  const looks = (element: Element | null | undefined, part?: '::after') => {
    if (!element) {
      return '';
    }
    const style = getComputedStyle(element, part);
    const outline = style.outlineStyle === 'none' ? '' : `${style.outlineWidth} ${style.outlineColor}`;
    return [
      outline,
      style.boxShadow,
      style.borderColor,
      style.backgroundColor,
      style.textDecorationLine,
    ].join();
  };
  /** The focus may be visible on the element around a field. */
  const looksAround = (stop: Stop) => {
    const parent = stop.parentElement;
    return [
      stop,
      parent,
      parent?.parentElement,
      parent?.parentElement?.parentElement,
      stop.nextElementSibling,
    ]
      .map((element) => looks(element))
      .concat(looks(stop, '::after')) // the focus ring of a link may surround its whole card
      .join('|');
  };

  if (document.activeElement instanceof HTMLElement) {
    document.activeElement.blur(); // its look is stored without the focus
  }
  const all = [...document.querySelectorAll<Stop>(interactive)];
  const before = new Map(all.map((stop) => [stop, looksAround(stop)]));
  const stops: Stop[] = [];
  const findings: string[] = [];
  const complain = (stop: Stop, fault: string) => findings.push(`${called(stop)} ${fault}`);

  /** Returns the visible part of an element: for a hidden field, its label. */
  const shownPart = (stop: Stop) => {
    const { width, height } = stop.getBoundingClientRect();
    return width > 4 && height > 4 ? stop : (stop.closest('label') ?? stop.parentElement ?? stop);
  };
  const isHidden = (stop: Stop) => {
    const part = shownPart(stop);
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    const hit = document.elementFromPoint(x, y);
    return !hit || !(part.contains(hit) || hit.contains(part));
  };

  const isFixed = (stop: Element | null): boolean =>
    stop !== null && (/fixed|sticky/.test(getComputedStyle(stop).position) || isFixed(stop.parentElement));
  /** Tells whether the next element lies before the previous one in the reading direction. */
  const goesBack = (from: DOMRect, to: DOMRect, rightToLeft: boolean) => {
    const besideEachOther = Math.min(from.bottom, to.bottom) - Math.max(from.top, to.top);
    const belowEachOther = Math.min(from.right, to.right) - Math.max(from.left, to.left);
    const backUp = to.bottom <= from.top && belowEachOther > 2;
    const backInLine =
      besideEachOther > Math.min(from.height, to.height) / 2 &&
      (rightToLeft ? to.left >= from.right : to.right <= from.left);
    return backUp || backInLine;
  };
  /** Two fields may be read in the direction of the page or of their group: Latin text stands in Arabic forms. */
  const readings = (last: Stop, stop: Stop) => {
    let group = stop.parentElement;
    while (group && !group.contains(last)) {
      group = group.parentElement;
    }
    return [document.documentElement, group ?? stop].map(
      (part) => getComputedStyle(part).direction === 'rtl',
    );
  };
  const judgeOrder = (last: Stop, stop: Stop) => {
    if (last.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_PRECEDING) {
      complain(stop, `comes after ${called(last)}, which follows it in the page`);
    }
    const main = document.querySelector('main');
    const inFlow = [last, stop].every((each) => main?.contains(each) && !isFixed(each));
    const [from, to] = [shownPart(last).getBoundingClientRect(), shownPart(stop).getBoundingClientRect()];
    if (inFlow && readings(last, stop).every((rightToLeft) => goesBack(from, to, rightToLeft))) {
      complain(stop, `stands before ${called(last)}, and is reached after it`);
    }
  };
  const judge = (stop: Stop, atTop: boolean) => {
    // An element with the focus inside a frame shows the focus there.
    if (stop.tagName !== 'IFRAME' && before.get(stop) === looksAround(stop)) {
      complain(stop, 'does not show that it has the focus');
    }
    if (isHidden(stop)) {
      complain(stop, 'is hidden by something else while it has the focus');
    }
    const last = stops.at(-1);
    if (last && !atTop) {
      judgeOrder(last, stop);
    }
  };

  /** Between the end and the top of the page, no element has the focus. */
  let between = false;
  /** Records the focused element; returns whether more elements follow before the start of the page. */
  const note = () => {
    const stop = document.activeElement as Stop | null;
    if (!stop || stop === document.body) {
      between = true;
      return stops.length > 0 || all.length > 0;
    }
    if (stop === stops.at(-1) && !between) {
      return true; // a date field has three parts
    }
    if (stops.includes(stop)) {
      if (stop !== stops[0]) {
        complain(stop, 'is reached more than once');
      }
      return false;
    }
    judge(stop, between);
    between = false;
    stops.push(stop);
    return true;
  };
  const unreached = () => {
    const reached = new Set(stops.map(groupOf));
    return all
      .filter((stop) => stop.isConnected && isReachable(stop) && !reached.has(groupOf(stop)))
      .map((stop) => `${called(stop)} is not reached`);
  };
  window.tabWalk = { note, findings: () => [...new Set([...findings, ...unreached()])] };
}

/** The maximum number of presses, more than any page needs: a date field takes three. */
const patience = 400;

/** Moves through the page with Tab from its top to its end; returns the defects. */
export async function walkByTab(page: Page): Promise<string[]> {
  await page.evaluate(watchTabs);
  for (let presses = 0; presses < patience; presses++) {
    await page.keyboard.press('Tab');
    if (!(await page.evaluate(() => window.tabWalk?.note()))) {
      return page.evaluate(() => window.tabWalk?.findings() ?? []);
    }
  }
  return [
    `there is no way out after ${patience} presses of Tab`,
    ...(await page.evaluate(() => window.tabWalk?.findings() ?? [])),
  ];
}
