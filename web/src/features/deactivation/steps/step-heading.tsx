import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of a step, which receives the focus when the step opens. */
export function StepHeading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <h2 ref={heading} tabIndex={-1} style={{ margin: 0 }}>
        {title}
      </h2>
      {children && <p>{children}</p>}
    </>
  );
}
