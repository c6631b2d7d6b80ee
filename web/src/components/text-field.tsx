import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './text-field.module.css';

export interface TextFieldProps extends ComponentProps<'input'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** An element inside the field, at its end. */
  after?: ReactNode;
}

/** Looks like Mantine's TextInput without loading it: for pages of the first paint. */
export function TextField({ label, hint, error, after, dir, ...input }: TextFieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      <div className={classes.box} dir={dir} data-invalid={error ? true : undefined}>
        <input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          {...input}
        />
        {after}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
