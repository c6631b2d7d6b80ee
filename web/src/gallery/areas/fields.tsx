import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { OneTimeCode } from '@/components/one-time-code';
import { NewPasswordField } from '@/components/password/new-password-field';
import { PasswordField } from '@/components/password/password-field';
import { PasswordRules } from '@/components/password/password-rules';
import { TextField } from '@/components/text-field';
import { failures, sentCode, useWords } from '../made-up';
import { Specimen } from '../specimen';

const none = () => undefined;

/** Inputs on pages of the first paint. */
function OfFirstPaint() {
  const { label, hint, error, typed } = useWords();
  return (
    <>
      <Specimen of="text-field, empty and filled">
        <div className="stack">
          <TextField label={label} hint={hint} />
          <TextField label={label} defaultValue={typed} />
        </div>
      </Specimen>
      <Specimen of="text-field, wrong and disabled">
        <div className="stack">
          <TextField label={label} error={error} defaultValue={typed} />
          <TextField label={label} disabled defaultValue={typed} />
        </div>
      </Specimen>
      <Specimen of="password/password-field">
        <PasswordField label={label} defaultValue="Sahara-2026" />
      </Specimen>
      <Specimen of="password/new-password-field">
        <div className="stack">
          <NewPasswordField label={label} password="sahara" defaultValue="sahara" error={error} />
        </div>
      </Specimen>
      <Specimen of="password/password-rules, all kept">
        <PasswordRules password="Sahara-2026" />
      </Specimen>
    </>
  );
}

/** Mantine's inputs with the app's styles, for all other pages. */
function OfLaterPages() {
  const { label, hint, error, typed, options, long } = useWords();
  return (
    <>
      <Specimen of="Mantine's TextInput, empty and filled">
        <div className="stack">
          <TextInput size="md" label={label} description={hint} />
          <TextInput size="md" label={label} defaultValue={typed} />
        </div>
      </Specimen>
      <Specimen of="Mantine's TextInput, wrong and disabled">
        <div className="stack">
          <TextInput size="md" label={label} error={error} defaultValue={typed} />
          <TextInput size="md" label={label} disabled defaultValue={typed} />
        </div>
      </Specimen>
      <Specimen of="Mantine's NativeSelect, usual and wrong">
        <div className="stack">
          <NativeSelect size="md" label={label} data={[...options]} />
          <NativeSelect size="md" label={label} data={[...options]} error={error} />
        </div>
      </Specimen>
      <Specimen of="Mantine's Textarea">
        <Textarea size="md" label={label} description={hint} defaultValue={long} autosize={false} />
      </Specimen>
      <Specimen of="Mantine's Checkbox">
        <div className="stack">
          <Checkbox size="md" label={label} description={hint} defaultChecked />
          <Checkbox size="md" label={long} error={error} />
          <Checkbox size="md" label={label} disabled />
        </div>
      </Specimen>
    </>
  );
}

const code = { to: '057 123 4567', onCancel: none, onCode: async () => undefined };

export function Fields() {
  const { refused } = failures(useWords());
  return (
    <>
      <OfFirstPaint />
      <OfLaterPages />
      <Specimen of="one-time-code, another one in a while">
        <OneTimeCode {...code} sent={sentCode()} onResend={async () => sentCode()} />
      </Specimen>
      <Specimen of="one-time-code, another one now">
        <OneTimeCode
          {...code}
          sent={sentCode({ resend_at: new Date(0).toISOString(), sent_to: [] })}
          onResend={() => Promise.reject(refused)}
        />
      </Specimen>
    </>
  );
}
