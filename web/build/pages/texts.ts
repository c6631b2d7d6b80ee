import { i18n } from '@/i18n';
import { quoted, slot } from './slots';

/** Texts with something in them: where a site says them in its own words, its pages are not written here. */
const filled = new Set<string>();

export const filledTexts = (): string[] => [...filled].sort();

/** Every text of a page can be said by the site in its own words, so each is a slot with our words in it. */
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
