import { Button, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '@/components/error-notice';
import { fieldText, useServerRefusal } from '@/lib/form/field-errors';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { momentOf } from '../riyadh-time';
import { BannerPreview } from './banner-preview';
import { isText, type Typed } from './typed';
import { What } from './what';

interface FieldsProps {
  form: UseFormReturn<Typed>;
  /** What was looked at is not what is typed any more. */
  onChange: () => void;
}

function TimesAndTexts({ form, onChange, opens }: FieldsProps & { opens: boolean }) {
  const { t } = useTranslation(['incidents', 'common']);
  const texts = { required: t('common:errors.required'), invalid: t('field.textError') };
  const said = (name: keyof Typed) =>
    fieldText(form.getFieldState(name, form.formState).error, form.getValues(name), texts);
  return (
    <>
      {opens && (
        <TextInput
          size="md"
          type="datetime-local"
          label={t('field.from')}
          description={t('field.fromHint')}
          error={said('from')}
          {...form.register('from', { onChange })}
        />
      )}
      <TextInput
        size="md"
        type="datetime-local"
        label={t('field.until')}
        description={t('field.untilHint')}
        error={said('until')}
        {...form.register('until', { onChange, validate: (typed) => momentOf(typed) !== undefined })}
      />
      {(['textEn', 'textAr'] as const).map((name) => (
        <Textarea
          key={name}
          size="md"
          rows={3}
          maxLength={300}
          lang={name === 'textAr' ? 'ar' : 'en'}
          dir={name === 'textAr' ? 'rtl' : 'ltr'}
          label={t(`field.${name}`)}
          description={t('field.textHint')}
          error={said(name)}
          {...form.register(name, { onChange, validate: isText })}
        />
      ))}
    </>
  );
}

interface Props {
  typed: Typed;
  /** It is a new one: whom it is about and from when on is said, too. */
  opens: boolean;
  /** What the server said to it. */
  error: unknown;
  busy: boolean;
  onSend: (typed: Typed) => void;
  /** Another value is typed: what the server said was about the last one. */
  onChange: () => void;
  onClose: () => void;
  /** What will happen, and the word for it. */
  means: ReactNode;
  send: string;
}

/** First what is typed, then what customers will see of it; only that is sent. */
export function IncidentForm({ typed, opens, error, busy, onSend, means, send, ...on }: Props) {
  const { t } = useTranslation(['incidents', 'common']);
  const form = useForm<Typed>({ defaultValues: typed, shouldFocusError: false });
  const [seen, setSeen] = useState<Typed>();
  const refusal = useServerRefusal(form, error);
  const place = useFirstMistake(form.formState.submitCount, error);
  const change = () => {
    setSeen(undefined);
    on.onChange();
  };
  const submit = form.handleSubmit((values) => (seen ? onSend(values) : setSeen(values)));
  return (
    <form ref={place} noValidate className="stack" onSubmit={submit}>
      {opens && <What form={form} onChange={change} />}
      <TimesAndTexts form={form} onChange={change} opens={opens} />
      {seen && (
        <>
          <BannerPreview typed={seen} />
          <p>{means}</p>
        </>
      )}
      <ErrorNotice error={refusal} />
      <Button type="submit" loading={busy}>
        {seen ? send : t('preview.look')}
      </Button>
      <Button variant="default" onClick={on.onClose}>
        {t('common:actions.cancel')}
      </Button>
    </form>
  );
}
