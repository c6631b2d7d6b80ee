import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Announces the result of the search; it receives the focus, so that keyboard and screen reader continue
 * there.
 */
export function ResultHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1} style={{ margin: 0, fontSize: '1.25rem', outline: 'none' }}>
      {children}
    </h2>
  );
}
