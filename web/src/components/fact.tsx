import type { ReactNode } from 'react';
import classes from './fact.module.css';

/** An entry of a list of facts: a label and its value. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A list of facts in rows: the label at the start of the row, the value at its end. */
export function FactRows({ children }: { children: ReactNode }) {
  return <dl className={classes.rows}>{children}</dl>;
}
