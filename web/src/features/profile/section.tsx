import type { ReactNode } from 'react';
import classes from './profile.module.css';

/** A section of the profile. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card">
      <h2 className={classes.title}>{title}</h2>
      {children}
    </section>
  );
}
