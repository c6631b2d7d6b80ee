import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { digitInput, figureInput, figuresUpTo } from './digit-input';

/**
 * A form with two fields, so that the first field can hand the focus on. Its output shows the values that the
 * form received.
 */
function Form() {
  const [heard, setHeard] = useState('');
  return (
    <>
      <input aria-label="ID" {...figureInput} onChange={(event) => setHeard(event.currentTarget.value)} />
      <input aria-label="Mobile" {...digitInput} />
      <output>{heard}</output>
    </>
  );
}

function show() {
  render(<Form />);
  return { user: userEvent.setup(), field: screen.getByRole<HTMLInputElement>('textbox', { name: 'ID' }) };
}

describe('a field of digits', () => {
  it('takes digits, backspace, delete and tab, and no other key', async () => {
    const { user, field } = show();
    await user.type(field, 'a1 -2.e+3x٤');
    expect(field).toHaveValue('1234');
    expect(screen.getByRole('status')).toHaveTextContent(/^1234$/);
    await user.keyboard('{Backspace}');
    expect(field).toHaveValue('123');
    field.setSelectionRange(0, 0);
    await user.keyboard('{Delete}');
    expect(field).toHaveValue('23');
    await user.keyboard('{Tab}');
    expect(screen.getByRole('textbox', { name: 'Mobile' })).toHaveFocus();
  });

  it('takes the digits of what is pasted', async () => {
    const { user, field } = show();
    await user.click(field);
    await user.paste('ID: 10-1234 5678');
    expect(field).toHaveValue('1012345678');
  });

  it.each(['1000 0000 08', ' 1000000008', '1000-0000-08123'])(
    'cuts %j after it was cleaned',
    async (pasted) => {
      render(<input aria-label="Short" {...figuresUpTo(10)} />);
      const field = screen.getByRole('textbox', { name: 'Short' });
      const user = userEvent.setup();
      await user.click(field);
      await user.paste(pasted);
      expect(field).toHaveValue('1000000008');
    },
  );

  it('keeps the cursor where a letter was refused', async () => {
    const { user, field } = show();
    await user.type(field, '129');
    field.setSelectionRange(2, 2);
    await user.keyboard('x3');
    expect(field).toHaveValue('1239');
  });

  it('leaves a mobile with its country code as it is written', async () => {
    const { user } = show();
    const mobile = screen.getByRole('textbox', { name: 'Mobile' });
    await user.type(mobile, '+966 ٥٧');
    expect(mobile).toHaveValue('+966 57');
  });
});
