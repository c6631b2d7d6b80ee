import type { FieldValues } from 'react-hook-form';
import { ChoiceChips, type ChoiceChipsProps } from '../choice/choice-chips';
import { RadioCards, type RadioCardsProps } from '../choice/radio-cards';
import type { Own } from './text-field';
import { type Bound, useChosen } from './use-bound';

interface Chooses {
  /** The customer has chosen; the form already has the value. */
  onChoose?: (value: string) => void;
}

/** A choice among a few options with an explanation, in a form. */
export function ChoiceField<Values extends FieldValues>({
  form,
  name,
  missing,
  invalid,
  onChoose,
  ...cards
}: Bound<Values> & Chooses & Own<RadioCardsProps<string>>) {
  const { ref, value, error, onChange } = useChosen({ form, name, missing, invalid });
  const choose = (chosen: string) => {
    onChange(chosen);
    onChoose?.(chosen);
  };
  return <RadioCards {...cards} {...{ ref, name, value, error }} onChange={choose} />;
}

/** A choice among a few visible options, in a form. */
export function ChipsField<Values extends FieldValues>({
  form,
  name,
  missing,
  invalid,
  onChoose,
  ...chips
}: Bound<Values> & Chooses & Own<ChoiceChipsProps<string>>) {
  const { ref, value, error, onChange } = useChosen({ form, name, missing, invalid });
  const choose = (chosen: string) => {
    onChange(chosen);
    onChoose?.(chosen);
  };
  return <ChoiceChips {...chips} {...{ ref, name, value, error }} onChange={choose} />;
}
