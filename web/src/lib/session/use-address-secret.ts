import { useState } from 'react';
import { useLocation } from 'react-router';
import { readSecret } from '@/lib/text/typed';

/**
 * The secret in the fragment of a link, which no server ever sees. It stays what it was when the page was opened, however
 * the address changes.
 */
export function useAddressSecret(): string {
  const { hash } = useLocation();
  const [secret] = useState(() => readSecret(hash.slice(1)));
  return secret;
}
