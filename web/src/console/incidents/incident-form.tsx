import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { TextareaField } from '@/components/form/textarea-field';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { MomentField } from '../moment-field';
import { BannerPreview } from './banner-preview';
import { SubjectFields } from './subject-fields';
import { incidentSchema, type Typed } from './typed';

interface FieldsProps {
  form: UseFormReturn<Typed>;
  /** The input differs from the shown preview. */
  onChange: () => void;
}

function TimesAndTexts({ form, onChange, opens }: FieldsProps & { opens: boolean }) {
  const { t } = useTranslation('incidents');
  return (
    <>
      {(opens ? (['from', 'until'] as const) : (['until'] as const)).map((name) => (
        <MomentField
          key={name}
          form={form}
          name={name}
          label={t(`field.${name}`)}
          description={t(`field.${name}Hint`)}
          onType={onChange}
        />
      ))}
      {(['textEn', 'textAr'] as const).map((name) => (
        <TextareaField
          key={name}
          form={form}
          name={name}
          rows={3}
          maxLength={300}
          lang={name === 'textAr' ? 'ar' : 'en'}
          dir={name === 'textAr' ? 'rtl' : 'ltr'}
          label={t(`field.${name}`)}
          description={t('field.textHint')}
          invalid={t('field.textError')}
          onType={onChange}
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
  const { form, refusal } = useSchemaForm<Typed>(incidentSchema(opens), {
    defaultValues: typed,
    mode: 'onSubmit',
    error,
  });
  const [seen, setSeen] = useState<Typed>();
  const change = () => {
    setSeen(undefined);
    on.onChange();
  };
  return (
    <Form form={form} className="stack" onSubmit={(values) => (seen ? onSend(values) : setSeen(values))}>
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
    </Form>
  );
}
