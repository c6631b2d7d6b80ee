import { type ReactNode, type Ref, useId } from 'react';
import classes from './radio-cards.module.css';

export interface RadioCardsProps<Value extends string> {
  legend: string;
  name: string;
  value: Value | undefined;
  cards: { value: Value; title: ReactNode; hint?: ReactNode; mark?: ReactNode; disabled?: boolean }[];
  error?: string | undefined;
  /** Receives the focus if no choice was made. */
  ref?: Ref<HTMLInputElement>;
  onChange: (value: Value) => void;
}

/** A choice among a few options with an explanation: native radio buttons in the shape of cards. */
export function RadioCards<Value extends string>({
  legend,
  name,
  value,
  cards,
  error,
  ref,
  onChange,
}: RadioCardsProps<Value>) {
  const errorId = useId();
  const first = cards.find(({ disabled }) => !disabled)?.value;
  return (
    <fieldset className={classes.group} aria-describedby={error ? errorId : undefined}>
      <legend>{legend}</legend>
      <div className={classes.cards}>
        {cards.map((card) => (
          <label key={card.value} className={classes.card}>
            <input
              ref={card.value === first ? ref : undefined}
              type="radio"
              name={name}
              value={card.value}
              checked={card.value === value}
              disabled={card.disabled}
              onChange={() => onChange(card.value)}
            />
            <span className={classes.text}>
              <span className="strong">{card.title}</span>
              {card.hint && <span className="dimmed small">{card.hint}</span>}
            </span>
            {card.mark && (
              <span className={classes.mark} aria-hidden>
                {card.mark}
              </span>
            )}
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
