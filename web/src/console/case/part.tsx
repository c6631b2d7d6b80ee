import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** Shown if there is no content. */
  empty: string | false;
  children: ReactNode;
}

/** A section of a case. */
export function Part({ title, empty, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card stack near">
      <h2 id={id}>{title}</h2>
      {empty ? <p className="dimmed">{empty}</p> : children}
    </section>
  );
}
