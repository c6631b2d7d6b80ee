import type { ReactNode } from 'react';
import classes from './choice-chips.module.css';

interface Choice<Value> {
  value: Value;
  label: ReactNode;
}

interface Props<Value extends string> {
  legend: string;
  name: string;
  value: Value | undefined;
  /** A choice before the others, if the others are a list of the content. */
  first?: Choice<Value>;
  choices: Choice<Value>[];
  onChange: (value: Value) => void;
}

/** A choice among a few visible options: native radio buttons in the shape of chips. */
export function ChoiceChips<Value extends string>({
  legend,
  name,
  value,
  first,
  choices,
  onChange,
}: Props<Value>) {
  const chip = (choice: Choice<Value>) => (
    <label key={choice.value} className={classes.chip}>
      <input
        type="radio"
        name={name}
        value={choice.value}
        checked={choice.value === value}
        onChange={() => onChange(choice.value)}
      />
      {choice.label}
    </label>
  );
  return (
    <fieldset className="plain-fieldset">
      <legend className={classes.legend}>{legend}</legend>
      <div className="button-row">
        {first && chip(first)}
        {choices.map(chip)}
      </div>
    </fieldset>
  );
}
