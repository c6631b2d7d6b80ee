import { useState } from 'react';
import { useLocation } from 'react-router';
import { readSecret } from '@/lib/text/typed';

/**
 * Returns the secret in the fragment of a link, which no server ever sees. The secret stays when the address
 * changes later.
 */
export function useAddressSecret(): string {
  const { hash } = useLocation();
  const [secret] = useState(() => readSecret(hash.slice(1)));
  return secret;
}
