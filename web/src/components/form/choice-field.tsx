import type { FieldValues } from 'react-hook-form';
import { ChoiceChips, type ChoiceChipsProps } from '../choice/choice-chips';
import { RadioCards, type RadioCardsProps } from '../choice/radio-cards';
import type { Own } from './text-field';
import { type Chosen, useChosen } from './use-bound';

/** A choice among a few options with an explanation, in a form. */
export function ChoiceField<Values extends FieldValues>({
  form,
  name,
  missing,
  invalid,
  onChoose,
  ...cards
}: Chosen<Values> & Own<RadioCardsProps<string>>) {
  const { ref, value, error, onChange } = useChosen({ form, name, missing, invalid, onChoose });
  return <RadioCards {...cards} {...{ ref, name, value, error, onChange }} />;
}

/** A choice among a few visible options, in a form. */
export function ChipsField<Values extends FieldValues>({
  form,
  name,
  missing,
  invalid,
  onChoose,
  ...chips
}: Chosen<Values> & Own<ChoiceChipsProps<string>>) {
  const { ref, value, error, onChange } = useChosen({ form, name, missing, invalid, onChoose });
  return <ChoiceChips {...chips} {...{ ref, name, value, error, onChange }} />;
}
