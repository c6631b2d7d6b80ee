import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeSent } from '@/api/gen-session';
import { problemOf } from '@/api/problem';
import { useAttempt } from '@/lib/form/use-attempt';
import { useCodeFromMessage } from '@/lib/form/use-code-from-message';
import { noteServerTime } from '@/lib/http/server-clock';
import { useCountdown } from '@/lib/http/use-countdown';
import { digitsOnly } from '@/lib/text/digits';
import { clock } from '@/lib/text/format';
import { ErrorNotice } from './error-notice';
import { Ltr } from './ltr';
import classes from './one-time-code.module.css';
import { SubmitButton } from './submit-button';

const codeLength = 6;
/** Message keys of refusals about the code start with these words. */
const aboutCode = /^(pin|code)_/;
/** After these refusals the sent code is useless. */
const spentBy = new Set(['pin_expired', 'pin_too_many_tries', 'code_expired']);

function Resend({
  sent,
  again,
  onResend,
}: {
  sent: CodeSent;
  again: boolean;
  onResend: () => Promise<void>;
}) {
  const { t } = useTranslation('credentials');
  const left = useCountdown(sent.resend_at);
  const resend = useAttempt(onResend);
  return (
    <div className={`stack tight start ${classes.resend}`}>
      {left > 0 ? (
        <p role="timer">
          {t('code.resendIn')} <Ltr>{clock(left)}</Ltr>
        </p>
      ) : (
        <button
          type="button"
          className={classes.quiet}
          aria-busy={resend.busy}
          onClick={() => resend.attempt()}
        >
          {t('code.resend')}
        </button>
      )}
      <p role="status">{again && !resend.error && t('code.sentAgain')}</p>
      <ErrorNotice error={resend.error} />
    </div>
  );
}

interface Props {
  /** The server's answer when it sent the code. */
  sent: CodeSent;
  /** The recipient of the code, unless the server names it. */
  to: ReactNode;
  onCode: (code: string) => Promise<unknown>;
  onResend: () => Promise<CodeSent>;
  /** Names the failed action if the refusal is not about the code. */
  failed?: string;
  /** Returns to the number and clears the typed code. */
  onCancel: () => void;
  /** The part that the customer can change if Cancel leads to a form for the address. */
  changes?: 'mobile' | 'email' | undefined;
}

/**
 * A field for a code sent by SMS or e-mail. The code is typed, pasted or filled in by the phone, in digits of
 * either script.
 */
export function OneTimeCode({ sent: first, to, onCode, onResend, onCancel, failed, changes }: Props) {
  const { t } = useTranslation('credentials');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState(first);
  const [code, setCode] = useState('');
  const check = useAttempt(async (typed: string) => {
    try {
      await onCode(typed);
    } catch (error) {
      setCode('');
      input.current?.focus();
      throw error;
    }
  });
  const problem = problemOf(check.error);
  const again = sent !== first;
  const spent = spentBy.has(problem?.messageKey ?? '');
  const triesLeft = problem?.triesLeft;
  useEffect(() => {
    noteServerTime(sent.server_time);
  }, [sent]);
  useEffect(() => {
    input.current?.focus();
  }, []);
  const take = (text: string) => {
    const digits = digitsOnly(text).slice(0, codeLength);
    setCode(digits);
    if (digits.length === codeLength && digits !== code) {
      void check.attempt(digits);
    }
  };
  useCodeFromMessage(sent, take);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === codeLength) {
      void check.attempt(code);
    } else {
      input.current?.focus();
    }
  };
  const resend = async () => {
    setSent(await onResend());
    setCode('');
    check.clear();
    input.current?.focus();
  };
  return (
    <form noValidate className="stack" onSubmit={submit}>
      <p id={`${id}-to`}>
        {t('code.sentTo')} {sent.sent_to.length > 0 ? <Ltr>{sent.sent_to.join(' · ')}</Ltr> : to}
      </p>
      <div className={`stack tight ${classes.field}`}>
        <label htmlFor={id}>{t('code.label')}</label>
        <input
          ref={input}
          id={id}
          className={classes.input}
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="······"
          value={code}
          aria-describedby={`${id}-to`}
          aria-invalid={problem ? true : undefined}
          onChange={(event) => take(event.currentTarget.value)}
        />
      </div>
      <ErrorNotice
        error={check.error}
        heading={aboutCode.test(problem?.messageKey ?? '') ? undefined : failed}
      />
      {triesLeft !== undefined && !spent && (
        <p className={classes.dimmed}>{t('code.triesLeft', { count: triesLeft })}</p>
      )}
      <SubmitButton busy={check.busy}>{t('code.submit')}</SubmitButton>
      <div className={classes.ways}>
        <Resend sent={sent} again={again} onResend={resend} />
        <button type="button" className={classes.quiet} onClick={onCancel}>
          {t(changes ? `code.change.${changes}` : 'code.cancel')}
        </button>
      </div>
    </form>
  );
}
