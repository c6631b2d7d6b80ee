import { digitsOnly, latinDigits } from '@/lib/text/digits';

/** Props of an input that takes digits of either script and keeps the Western ones. */
export const digitInput = {
  dir: 'ltr',
  inputMode: 'numeric',
  onInput: (event: React.FormEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const latin = latinDigits(input.value);
    if (latin !== input.value) {
      input.value = latin;
    }
  },
} as const;

/**
 * Props of an input that takes digits of any script and nothing else, typed or pasted; the cursor stays where it was. The cut at the most
 * digits comes after the cleaning: a maxLength of the browser would cut a paste before.
 */
export const figuresUpTo = (most?: number) =>
  ({
    ...digitInput,
    onInput: (event: React.FormEvent<HTMLInputElement>) => {
      const input = event.currentTarget;
      const figures = digitsOnly(input.value).slice(0, most);
      if (figures !== input.value) {
        const cursor = digitsOnly(input.value.slice(0, input.selectionStart ?? undefined)).length;
        input.value = figures;
        input.setSelectionRange(cursor, cursor);
      }
    },
  }) as const;

/** The same without an end. */
export const figureInput = figuresUpTo();
