import type { ReactNode } from 'react';

interface Props {
  title: ReactNode;
  mark?: ReactNode;
  children?: ReactNode;
}

/** The name of a state and its explanation. */
export function StateCard({ title, mark, children }: Props) {
  return (
    <section className="card">
      {mark}
      <h2 className="heading">{title}</h2>
      <div className="stack">{children}</div>
    </section>
  );
}
