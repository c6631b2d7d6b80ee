import { useEffect } from 'react';

function keepFocus(event: MouseEvent): void {
  const pressed = event.target instanceof Element && event.target.closest('button');
  if (pressed && pressed.type === 'submit' && pressed.form?.contains(document.activeElement)) {
    event.preventDefault();
  }
}

/**
 * Keeps the focus in the field while the button of its form is pressed. A field that loses the focus is checked; its
 * mistake appears, pushes the button away, and the click that was begun on the button never happens.
 */
export function useSteadySubmit(): void {
  useEffect(() => {
    addEventListener('mousedown', keepFocus);
    return () => removeEventListener('mousedown', keepFocus);
  }, []);
}
