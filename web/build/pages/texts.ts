import { i18n } from '@/i18n';
import { quoted, slot } from './slots';

interface Resolved {
  exactUsedKey?: string;
  usedLng: string;
  usedNS: string;
}

/** Texts with something in them: where a site says them in its own words, its pages are not written here. */
const filled = new Set<string>();

export const filledTexts = (): string[] => [...filled].sort();

/** Every text of a page can be said by the site in its own words, so each is a slot with our words in it. */
export function speakInSlots(): void {
  filled.clear();
  i18n.use({
    type: 'postProcessor',
    name: 'slot',
    process: (text: string, _key: unknown, { i18nResolved }: { i18nResolved: Resolved }) => {
      const { exactUsedKey = '', usedLng, usedNS } = i18nResolved;
      const name = `${usedNS}:${exactUsedKey}`;
      if (i18n.getResource(usedLng, usedNS, exactUsedKey) === text) {
        return slot(`{{$.Words ${quoted(name)} ${quoted(text)}}}`);
      }
      filled.add(name);
      return text;
    },
  });
  i18n.options.postProcess = ['slot'];
  i18n.options.postProcessPassResolved = true;
}
