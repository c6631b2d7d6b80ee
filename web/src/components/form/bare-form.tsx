import type { ComponentProps } from 'react';

/**
 * A form without the form library: a search box, which works before the page comes alive, or a form whose page
 * must not load the library. `src/form-rules.test.ts` lists these forms with their reasons.
 */
export function BareForm(props: ComponentProps<'form'>) {
  return <form noValidate {...props} />;
}
