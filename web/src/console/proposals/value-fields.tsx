import { Checkbox } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SettingWords } from '@/api/gen-support';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { TextareaField } from '@/components/form/textarea-field';
import { useChosen } from '@/components/form/use-bound';
import { MomentField } from '../moment-field';
import { promoKinds, type TypedProposal } from './draft';
import classes from './proposals.module.css';
import { SettingField } from './setting-field';

function KindsField() {
  const { t } = useTranslation('proposals');
  const form = useFormContext<TypedProposal>();
  const { value: kinds, onChange } = useChosen<TypedProposal, string[]>({ form, name: 'kinds' });
  return (
    <fieldset className={classes.kinds}>
      <legend>{t('field.kinds')}</legend>
      {promoKinds.map((kind) => (
        <Checkbox
          key={kind}
          label={t(`promo.kind.${kind}`)}
          checked={kinds.includes(kind)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...kinds, kind] : kinds.filter((each) => each !== kind))
          }
        />
      ))}
    </fieldset>
  );
}

function PromoFields() {
  const { t } = useTranslation('proposals');
  const form = useFormContext<TypedProposal>();
  const [key, way] = form.watch(['key', 'way']);
  return (
    <>
      <SelectField
        form={form}
        name="way"
        label={t('field.way')}
        data={(['percent', 'amount'] as const).map((value) => ({ value, label: t(`way.${value}`) }))}
      />
      <TextField
        form={form}
        name="gift"
        label={`${t('field.gift')} (${t(way === 'amount' ? 'field.riyals' : 'field.percent')})`}
        inputMode="decimal"
        dir="ltr"
      />
      {(['startsAt', 'endsAt'] as const).map((name) => (
        <MomentField
          key={`${key} ${name}`}
          form={form}
          name={name}
          label={t(`field.${name}`)}
          description={t('field.riyadh')}
        />
      ))}
      <KindsField />
      <TextField
        form={form}
        name="plans"
        label={t('field.plans')}
        dir="ltr"
        description={t('field.plansHint')}
      />
      {(['maxUses', 'maxUsesPerId'] as const).map((name) => (
        <TextField
          key={name}
          form={form}
          name={name}
          label={t(`field.${name}`)}
          inputMode="numeric"
          dir="ltr"
        />
      ))}
    </>
  );
}

function WordsFields({ blanks }: { blanks: readonly string[] }) {
  const { t } = useTranslation('proposals');
  const form = useFormContext<TypedProposal>();
  return (
    <>
      <p className="dimmed">
        {t('field.blanks')} <bdi dir="ltr">{blanks.map((name) => `{${name}}`).join(' ')}</bdi>
      </p>
      {(['en', 'ar'] as const).map((language) => {
        const direction = { lang: language, dir: language === 'ar' ? 'rtl' : 'ltr' };
        return (
          <fieldset key={language} className={classes.words}>
            <legend>{t(`language.${language}`)}</legend>
            <TextField
              form={form}
              name={`${language}.subject`}
              maxLength={150}
              label={t('field.subject')}
              {...direction}
            />
            <TextareaField
              form={form}
              name={`${language}.text`}
              rows={4}
              maxLength={1000}
              label={t('field.text')}
              {...direction}
            />
          </fieldset>
        );
      })}
    </>
  );
}

interface Props {
  blanks: readonly string[];
  words?: SettingWords | undefined;
  /** The server's refusal of the value. */
  error: string | undefined;
}

/** The fields for a value of the proposal's kind. */
export function ValueFields({ blanks, words, error }: Props) {
  const [kind, key, usual] = useFormContext<TypedProposal>().watch(['kind', 'key', 'usual']);
  if (usual) {
    return null;
  }
  switch (kind) {
    case 'setting':
      return words ? <SettingField key={key} of={words} error={error} /> : null;
    case 'promo-code':
      return <PromoFields />;
    case 'message':
      return <WordsFields blanks={blanks} />;
  }
}
