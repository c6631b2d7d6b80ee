import { latinDigits } from '@/lib/text/digits';

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
