import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/problem';
import { i18n } from '@/i18n';
import { codeSent, rightCode } from '@/testing/codes';
import { problem } from '@/testing/server';
import { OneTimeCode } from './one-time-code';

beforeEach(async () => {
  await i18n.changeLanguage('en');
  await i18n.loadNamespaces('credentials');
});

function renderCode(over: Partial<Parameters<typeof OneTimeCode>[0]> = {}) {
  const given = {
    sent: codeSent(),
    to: '057 000 0001',
    onCode: vi.fn(async () => undefined),
    onResend: vi.fn(async () => codeSent()),
    onCancel: vi.fn(),
    ...over,
  };
  const { unmount } = render(
    <MantineProvider>
      <OneTimeCode {...given} />
    </MantineProvider>,
  );
  return { ...given, unmount, user: userEvent.setup(), field: screen.getByLabelText('Verification code') };
}

const refusal = (over: Parameters<typeof problem>[0]) => new ApiError(422, problem(over));

describe('the field of a one-time code', () => {
  it('is one numeric field that phones fill in, and has the focus', () => {
    const { field } = renderCode();
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field).toHaveAttribute('inputmode', 'numeric');
    expect(field).toHaveAccessibleDescription('We sent a 6-digit code to 057 000 0001');
  });

  it('says where the server sent the code, masked (D4)', () => {
    const { field } = renderCode({ sent: codeSent({ sent_to: ['055•••4567', 'n•••@example.com'] }) });
    expect(field).toHaveAccessibleDescription('We sent a 6-digit code to 055•••4567 · n•••@example.com');
  });

  it.each([
    ['typed', rightCode],
    ['typed in Arabic digits', '١٢٣٤٥٦'],
    ['typed in Persian digits', '۱۲۳۴۵۶'],
  ])('sends a code that was %s with its last digit', async (_, typed) => {
    const { user, field, onCode } = renderCode();
    await user.type(field, typed);
    expect(onCode).toHaveBeenCalledExactlyOnceWith(rightCode);
    expect(field).toHaveValue(rightCode);
  });

  it('takes a pasted message part with spaces and signs', async () => {
    const { user, field, onCode } = renderCode();
    await user.click(field);
    await user.paste(' 123-456 ');
    expect(onCode).toHaveBeenCalledExactlyOnceWith(rightCode);
  });

  it('does not send a code that is too short', async () => {
    const { user, field, onCode } = renderCode();
    await user.type(field, '12345{Enter}');
    expect(onCode).not.toHaveBeenCalled();
    expect(field).toHaveFocus();
  });

  it('says that a code was wrong and how many tries are left, and starts over', async () => {
    const onCode = vi.fn(async () => {
      throw refusal({
        message: 'Oops, the pin is incorrect Try Again',
        messageKey: 'pin_incorrect',
        triesLeft: 2,
      });
    });
    const { user, field } = renderCode({ onCode });
    await user.type(field, '111111');
    expect(await screen.findByRole('alert')).toHaveTextContent('Oops, the pin is incorrect Try Again');
    expect(screen.getByText('2 tries left')).toBeVisible();
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
    expect(field).toBeInvalid();
  });

  it('clears its message when another code is sent', async () => {
    const onCode = vi.fn(async () => {
      throw refusal({ message: 'Too many wrong tries.', messageKey: 'pin_too_many_tries' });
    });
    const { user, field, onResend } = renderCode({ onCode });
    await user.type(field, '111111');
    await screen.findByRole('alert');
    await user.click(screen.getByRole('button', { name: 'Send a new code' }));
    expect(onResend).toHaveBeenCalledOnce();
    expect(await screen.findByText(/A new code is on its way/)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(field).toHaveFocus();
  });

  it('offers another code when the server allows one, by the clock of the server', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const serverTime = Date.now() + 3_600_000;
    const iso = (ms: number) => new Date(serverTime + ms).toISOString();
    renderCode({ sent: codeSent({ server_time: iso(0), resend_at: iso(60_000) }) });
    await waitFor(() => expect(screen.getByRole('timer')).toHaveTextContent('1:00'));
    expect(screen.queryByRole('button', { name: 'Send a new code' })).not.toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(60_500));
    expect(screen.getByRole('button', { name: 'Send a new code' })).toBeVisible();
    vi.useRealTimers();
  });

  it('shows why no other code was sent', async () => {
    const onResend = vi.fn(async () => {
      throw new ApiError(
        429,
        problem({ message: 'Please wait a moment', messageKey: 'pin_resend_too_soon' }),
      );
    });
    const { user } = renderCode({ onResend });
    await user.click(screen.getByRole('button', { name: 'Send a new code' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Please wait a moment');
  });

  it('can be left', async () => {
    const { user, onCancel } = renderCode();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onCancel).toHaveBeenCalledOnce();
  });
});

describe('a browser that reads the message itself', () => {
  const asked: { signal: AbortSignal; otp: unknown; arrives: (code: string) => void }[] = [];

  beforeEach(() => {
    asked.length = 0;
    vi.stubGlobal('OTPCredential', class {});
    vi.stubGlobal('navigator', {
      ...navigator,
      credentials: {
        get: ({ signal, otp }: { signal: AbortSignal; otp: unknown }) =>
          new Promise((resolve, reject) => {
            asked.push({ signal, otp, arrives: (code) => resolve({ code }) });
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      },
    });
  });

  afterEach(() => vi.unstubAllGlobals());

  it('reads the code from the message and submits it', async () => {
    const { onCode, field } = renderCode();
    expect(asked).toHaveLength(1);
    expect(asked[0]?.otp).toEqual({ transport: ['sms'] });
    await act(async () => asked[0]?.arrives(rightCode));
    expect(onCode).toHaveBeenCalledExactlyOnceWith(rightCode);
    expect(field).toHaveValue(rightCode);
  });

  it('asks again for another code, and drops the former request', async () => {
    const { user } = renderCode();
    await user.click(screen.getByRole('button', { name: 'Send a new code' }));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(asked[1]?.signal.aborted).toBe(false);
  });

  it('stops asking when the field is left', () => {
    const { unmount } = renderCode();
    expect(asked[0]?.signal.aborted).toBe(false);
    unmount();
    expect(asked[0]?.signal.aborted).toBe(true);
  });
});
