import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the first field with a mistake after each try to send the form and after each answer.
 */
export function useFirstMistake<Place extends HTMLElement = HTMLFormElement>(tries: number, answer: unknown) {
  const form = useRef<Place>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is on screen decides, once per try and answer
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-mistake]')?.focus();
  }, [tries, answer]);
  return form;
}
