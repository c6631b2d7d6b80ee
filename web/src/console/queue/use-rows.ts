import { type KeyboardEvent, useRef } from 'react';
import { useShortcuts } from '../frame/shortcuts';

/** Returns the links of a list, one in each row, in the order of the page. */
const linksIn = (list: HTMLElement | null): HTMLElement[] =>
  Array.from(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []);

/**
 * Moves between rows by keyboard: J and K from anywhere, the arrow keys once a row has the focus. Enter opens
 * the row like any link.
 */
export function useRows<List extends HTMLElement>() {
  const list = useRef<List>(null);
  const move = (by: 1 | -1) => {
    const links = linksIn(list.current);
    const { activeElement } = document;
    const now = activeElement instanceof HTMLElement ? links.indexOf(activeElement) : -1;
    const next = now === -1 ? 0 : Math.min(Math.max(now + by, 0), links.length - 1);
    links[next]?.focus();
    links[next]?.scrollIntoView({ block: 'nearest' });
  };
  useShortcuts({ j: () => move(1), k: () => move(-1) });
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
    if (by && linksIn(list.current).some((link) => link === event.target)) {
      event.preventDefault();
      move(by);
    }
  };
  return { list, onKeyDown };
}
