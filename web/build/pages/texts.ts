import { i18n } from '@/i18n';
import { quoted, slot } from './slots';

/** Texts with values inside: if a site replaces such a text, its pages are not prerendered. */
const filled = new Set<string>();

export const filledTexts = (): string[] => [...filled].sort();

/**
 * Turns each text of a page into a slot with the built-in text as its default, because a site can replace the
 * text.
 */
export function speakInSlots(): void {
  filled.clear();
  i18n.look = (text, name, raw) => {
    if (text === raw) {
      return slot(`{{$.Words ${quoted(name)} ${quoted(text)}}}`);
    }
    filled.add(name);
    return text;
  };
}
