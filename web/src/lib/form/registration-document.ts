import { figuresUpTo } from '@/lib/form/digit-input';
import { isPersonalId } from '@/lib/form/id-number';
import { bareCode, digitsOnly } from '@/lib/text/typed';

/** The document under which a line is registered: an ID or Iqama, or a visitor's passport. */
export type RegistrationDocument = 'id' | 'passport';

/**
 * For each document: the input of its number and the check of its number. A passport number has one to twenty
 * letters and digits.
 */
export const registrationDocuments = {
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
