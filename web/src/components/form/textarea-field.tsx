import { Textarea, type TextareaProps } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import type { Own } from './text-field';
import { type Typed, useTyped } from './use-bound';

/** A text of several lines in a form. */
export function TextareaField<Values extends FieldValues>(props: Typed<Values> & Own<TextareaProps>) {
  return <Textarea size="md" {...useTyped(props)} />;
}
