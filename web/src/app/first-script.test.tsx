import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';

/** A form whose fields React controls, like the number search. */
function Form({ onSend }: { onSend: (values: object) => void }) {
  const [{ digits, category }, setFilter] = useState({ digits: '', category: 'all' });
  const change = (part: object) => setFilter({ digits, category, ...part });
  const [agreed, setAgreed] = useState(false);
  const [city, setCity] = useState('riyadh');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend({ digits, category, agreed, city });
      }}
    >
      <input
        aria-label="digits"
        value={digits}
        onChange={(event) => change({ digits: event.target.value })}
      />
      {['all', 'gold', 'silver'].map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="category"
            checked={category === name}
            onChange={() => change({ category: name })}
          />
          {name}
        </label>
      ))}
      <label>
        <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
        agreed
      </label>
      <select aria-label="city" value={city} onChange={(event) => setCity(event.target.value)}>
        <option>riyadh</option>
        <option>jeddah</option>
      </select>
      <input type="file" aria-label="photo" />
      <button type="submit" suppressHydrationWarning>
        send
      </button>
    </form>
  );
}

const { dataset } = document.documentElement;

afterEach(() => {
  vi.unstubAllGlobals();
});

it('First_TypedBeforeAlive_ReachesThePage', async () => {
  delete dataset.alive;
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  await import('../../build/first.js' as string); // a script without types
  const send = vi.fn();
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(<Form onSend={send} />);
  const digits = screen.getByRole<HTMLInputElement>('textbox');

  fireEvent.input(digits, { target: { value: '57' } });
  digits.setSelectionRange(0, 0);
  fireEvent.click(screen.getByRole('radio', { name: 'silver' }));
  fireEvent.click(screen.getByRole('radio', { name: 'gold' }));
  fireEvent.click(screen.getByRole('radio', { name: 'silver' }));
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.input(screen.getByRole('combobox'), { target: { value: 'jeddah' } });
  const photo = screen.getByLabelText<HTMLInputElement>('photo');
  await userEvent.upload(photo, new File(['x'], 'x.png'));
  fireEvent.click(screen.getByRole('button'));
  expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true');

  await act(async () => {
    hydrateRoot(place, <Form onSend={send} />);
  });
  await act(async () => {
    dataset.alive = '';
  });
  const values = { digits: '57', category: 'silver', agreed: true, city: 'jeddah' };
  await waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith(values));
  expect(digits).toHaveValue('57');
  expect(digits.selectionStart).toBe(0);
  expect(photo.files).toHaveLength(1);
  expect(screen.getByRole('radio', { name: 'silver' })).toBeChecked();
});
