import { useEffect } from 'react';

function keepFocus(event: MouseEvent): void {
  const pressed = event.target instanceof Element && event.target.closest('button');
  if (pressed && pressed.type === 'submit' && pressed.form?.contains(document.activeElement)) {
    event.preventDefault();
  }
}

/**
 * Keeps the focus in the field while the customer presses a button of the form. Otherwise the field is
 * checked when it loses the focus, its error text moves the button, and the click never happens.
 */
export function useSteadySubmit(): void {
  useEffect(() => {
    addEventListener('mousedown', keepFocus);
    return () => removeEventListener('mousedown', keepFocus);
  }, []);
}
