import { digitsOnly, latinDigits } from '@/lib/text/digits';

/** Props of an input that accepts digits of any script and stores Western digits. */
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
 * Props of an input that keeps only the digits of typed or pasted text and leaves the cursor in its place.
 * The input is cut to the maximum length after the cleaning, because the browser's maxLength would cut a
 * pasted text before it.
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

/** Props of an input for digits without a maximum length. */
export const figureInput = figuresUpTo();
