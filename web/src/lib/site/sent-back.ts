const key = 'selfcare.sentBack';

/** Notes that a customer is led away from a page that the line in use may not open. The note outlives a load of the page. */
export function noteSentBack(): void {
  try {
    sessionStorage.setItem(key, '1');
  } catch {
    // Without storage the customer is led back without a word.
  }
}

/** Takes the note; true where there was one. */
export function takeSentBack(): boolean {
  try {
    const noted = sessionStorage.getItem(key) !== null;
    sessionStorage.removeItem(key);
    return noted;
  } catch {
    return false;
  }
}
