import { useState } from 'react';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { RadioCards } from '@/components/choice/radio-cards';
import { useWords } from '../made-up';
import { Specimen } from '../specimen';

/** Inputs for a choice among a few options. */
export function Choices() {
  const { label, options, error, hint, long } = useWords();
  const [chosen, setChosen] = useState<string>(options[0]);
  const [first, second, third] = options;
  const cards = [
    { value: first, title: first, hint },
    { value: second, title: second, hint: long },
    { value: third, title: third, disabled: true },
  ];
  return (
    <>
      <Specimen of="choice/choice-chips">
        <ChoiceChips
          legend={label}
          name="chips"
          value={chosen}
          choices={options.map((value) => ({ value, label: value }))}
          onChange={setChosen}
        />
      </Specimen>
      <Specimen of="choice/radio-cards">
        <RadioCards legend={label} name="cards" value={chosen} cards={cards} onChange={setChosen} />
      </Specimen>
      <Specimen of="choice/radio-cards, wrong">
        <RadioCards
          legend={label}
          name="wrong-cards"
          value={undefined}
          cards={cards}
          error={error}
          onChange={setChosen}
        />
      </Specimen>
    </>
  );
}
