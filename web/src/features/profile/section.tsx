import type { ReactNode } from 'react';

/** A section of the profile. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card">
      <h2 className="heading">{title}</h2>
      {children}
    </section>
  );
}
