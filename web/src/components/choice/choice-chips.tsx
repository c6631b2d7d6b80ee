import type { ReactNode } from 'react';
import classes from './choice-chips.module.css';

interface Props<Value extends string> {
  legend: string;
  name: string;
  value: Value | undefined;
  choices: { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
}

/** One of a few, all in view: native radio buttons in the shape of chips. */
export function ChoiceChips<Value extends string>({ legend, name, value, choices, onChange }: Props<Value>) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.chips}>
        {choices.map((choice) => (
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
        ))}
      </div>
    </fieldset>
  );
}
