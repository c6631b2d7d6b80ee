import { figuresUpTo } from '@/lib/form/digit-input';
import { isPersonalId } from '@/lib/form/id-number';
import { bareCode, digitsOnly } from '@/lib/text/typed';

/** What a line is registered under: an ID or Iqama, or, for a visitor's, a passport. */
export type Paper = 'id' | 'passport';

/** How the number of each paper is typed, and which are none. Passports have one to twenty letters and digits. */
export const papers = {
  id: {
    fits: (number: string) => isPersonalId(number) && number.length === 10,
    clean: digitsOnly,
    input: figuresUpTo(10),
  },
  passport: {
    fits: (number: string) => /^[A-Z0-9]{1,20}$/.test(number),
    clean: bareCode,
    input: { dir: 'ltr', autoCapitalize: 'characters', maxLength: 40, spellCheck: false },
  },
} as const;
