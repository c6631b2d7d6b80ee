const storageKey = 'selfcare.preview';
const form = /^[\w-]{20,100}$/;

function stored(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** The secret of a link that shows content before it is in force: the address brings it along, and this tab keeps it. */
export function previewToken(): string | undefined {
  const brought = new URLSearchParams(globalThis.location?.search ?? '').get('preview');
  if (brought === null || !form.test(brought)) {
    return stored() ?? undefined;
  }
  try {
    sessionStorage.setItem(storageKey, brought);
  } catch {
    // Then only this address shows it.
  }
  return brought;
}

/** From now on this tab shows what is in force. */
export function endPreview(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
}
