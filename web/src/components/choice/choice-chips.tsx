import { type ReactNode, type Ref, useId } from 'react';
import classes from './choice-chips.module.css';

interface Choice<Value> {
  value: Value;
  label: ReactNode;
}

export interface ChoiceChipsProps<Value extends string> {
  legend: string;
  name: string;
  value: Value | undefined;
  /** A choice before the others, if the others are a list of the content. */
  first?: Choice<Value>;
  choices: Choice<Value>[];
  error?: string | undefined;
  /** Receives the focus if the choice is refused. */
  ref?: Ref<HTMLInputElement>;
  onChange: (value: Value) => void;
}

/** A choice among a few visible options: native radio buttons in the shape of chips. */
export function ChoiceChips<Value extends string>({
  legend,
  name,
  value,
  first,
  choices,
  error,
  ref,
  onChange,
}: ChoiceChipsProps<Value>) {
  const errorId = useId();
  const leader = (first ?? choices[0])?.value;
  const chip = (choice: Choice<Value>) => (
    <label key={choice.value} className={classes.chip}>
      <input
        ref={choice.value === leader ? ref : undefined}
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
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className={classes.legend}>{legend}</legend>
      <div className="button-row">
        {first && chip(first)}
        {choices.map(chip)}
      </div>
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
