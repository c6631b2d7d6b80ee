import type { PostProcessorModule } from 'i18next';
import { i18n } from '@/i18n';
import { quoted, slot } from './slots';

/** Texts with values inside: if a site replaces such a text, its pages are not prerendered. */
const filled = new Set<string>();

export const filledTexts = (): string[] => [...filled].sort();

/** The place where i18next found a text. */
interface Found {
  res?: string;
  usedLng: string;
  usedNS: string;
  exactUsedKey: string;
}

const slots: PostProcessorModule = {
  type: 'postProcessor',
  name: 'slots',
  process: (text, _key, { i18nResolved }) => {
    const { res, usedLng, usedNS, exactUsedKey } = i18nResolved as Found;
    if (res === undefined) {
      return text;
    }
    const name = `${usedNS}:${exactUsedKey}`;
    if (text === i18n.getResource(usedLng, usedNS, exactUsedKey)) {
      return slot(`{{$.Words ${quoted(name)} ${quoted(text)}}}`);
    }
    filled.add(name);
    return text;
  },
};

/**
 * Turns each text of a page into a slot with the built-in text as its default, because a site can replace the
 * text.
 */
export function speakInSlots(): void {
  filled.clear();
  i18n.use(slots);
  i18n.options.postProcess = [slots.name];
  i18n.options.postProcessPassResolved = true;
}
