import type { ReactNode } from 'react';
import { spacedMobile } from '@/lib/text/digits';

/** Numbers and codes keep their order inside Arabic. */
export function Ltr({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <bdi dir="ltr" className={className}>
      {children}
    </bdi>
  );
}

/** A mobile number in groups, which stay on one line. */
export function Msisdn({ value, className = '' }: { value: string; className?: string }) {
  return <Ltr className={`one-line ${className}`}>{spacedMobile(value)}</Ltr>;
}

/** An e-mail address. In a narrow space it breaks before the @. */
export function Email({ address }: { address: string }) {
  const [name, ...domain] = address.split('@');
  return (
    <Ltr>
      {name}
      <wbr />@{domain.join('@')}
    </Ltr>
  );
}
