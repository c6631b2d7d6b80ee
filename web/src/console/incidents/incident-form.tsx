import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '@/components/error-notice';
import { fieldText, useServerRefusal } from '@/lib/form/field-errors';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { MomentField } from '../moment-field';
import { isMoment, isMomentOrEmpty } from '../riyadh-time';
import { BannerPreview } from './banner-preview';
import { SubjectFields } from './subject-fields';
import { isText, type Typed } from './typed';

interface FieldsProps {
  form: UseFormReturn<Typed>;
  /** The input differs from the shown preview. */
  onChange: () => void;
}

function TimesAndTexts({ form, onChange, opens }: FieldsProps & { opens: boolean }) {
  const { t } = useTranslation(['incidents', 'common', 'console']);
  const said = (name: 'from' | 'until' | 'textEn' | 'textAr') =>
    fieldText(form.getFieldState(name, form.formState).error, form.getValues(name), {
      required: t('common:errors.required'),
      invalid: t(name.startsWith('text') ? 'field.textError' : 'console:moment.error'),
    });
  return (
    <>
      {(opens ? (['from', 'until'] as const) : (['until'] as const)).map((name) => (
        <Controller
          key={name}
          name={name}
          control={form.control}
          rules={{ validate: name === 'from' ? isMomentOrEmpty : isMoment }}
          render={({ field }) => (
            <MomentField
              label={t(`field.${name}`)}
              description={t(`field.${name}Hint`)}
              value={field.value}
              error={said(name)}
              onChange={(typed) => {
                field.onChange(typed);
                onChange();
              }}
            />
          )}
        />
      ))}
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
  /** The incident is new: the form also asks for its subject and its start. */
  opens: boolean;
  /** The server's refusal. */
  error: unknown;
  busy: boolean;
  onSend: (typed: Typed) => void;
  /** Another value was typed: the refusal was about the previous value. */
  onChange: () => void;
  onClose: () => void;
  /** The effect of the button, and its text. */
  means: ReactNode;
  send: string;
}

/** The input, then its preview for customers; only previewed input can be sent. */
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
      {opens && <SubjectFields form={form} onChange={change} />}
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
