import { type ReactNode, useId } from 'react';
import classes from './case.module.css';

interface Props {
  title: string;
  /** Said where there is nothing to show. */
  empty: string | false;
  children: ReactNode;
}

/** One side of a case. */
export function Part({ title, empty, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`card ${classes.part}`}>
      <h2 id={id} className={classes.partTitle}>
        {title}
      </h2>
      {empty ? <p className={classes.quiet}>{empty}</p> : children}
    </section>
  );
}
