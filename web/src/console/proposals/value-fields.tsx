import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SettingWords } from '@/api/gen-support';
import { MomentField } from '../moment-field';
import { type Draft, promoKinds } from './draft';
import classes from './proposals.module.css';
import { SettingField } from './setting-field';

interface Props {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}

type Typed = { currentTarget: { value: string } };

function PromoFields({ draft, onChange, tried }: Props & { tried: boolean }) {
  const { t } = useTranslation('proposals');
  const typed = (name: 'gift' | 'plans' | 'maxUses' | 'maxUsesPerId') => ({
    size: 'md' as const,
    label: t(`field.${name}`),
    value: draft[name],
    onChange: (event: Typed) => onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <NativeSelect
        size="md"
        label={t('field.way')}
        value={draft.way}
        onChange={(event) => onChange({ way: event.currentTarget.value === 'amount' ? 'amount' : 'percent' })}
        data={(['percent', 'amount'] as const).map((value) => ({ value, label: t(`way.${value}`) }))}
      />
      <TextInput
        {...typed('gift')}
        label={`${t('field.gift')} (${t(draft.way === 'amount' ? 'field.riyals' : 'field.percent')})`}
        inputMode="decimal"
        dir="ltr"
      />
      {(['startsAt', 'endsAt'] as const).map((name) => (
        <MomentField
          key={`${draft.key} ${name}`}
          label={t(`field.${name}`)}
          description={t('field.riyadh')}
          value={draft[name]}
          tried={tried}
          onChange={(next) => onChange({ [name]: next })}
        />
      ))}
      <fieldset className={classes.kinds}>
        <legend>{t('field.kinds')}</legend>
        {promoKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`promo.kind.${kind}`)}
            checked={draft.kinds.includes(kind)}
            onChange={({ currentTarget: { checked } }) =>
              onChange({
                kinds: checked ? [...draft.kinds, kind] : draft.kinds.filter((each) => each !== kind),
              })
            }
          />
        ))}
      </fieldset>
      <TextInput {...typed('plans')} dir="ltr" description={t('field.plansHint')} />
      <TextInput {...typed('maxUses')} inputMode="numeric" dir="ltr" />
      <TextInput {...typed('maxUsesPerId')} inputMode="numeric" dir="ltr" />
    </>
  );
}

function WordsFields({ draft, onChange, blanks }: Props & { blanks: readonly string[] }) {
  const { t } = useTranslation('proposals');
  return (
    <>
      <p className={classes.quiet}>
        {t('field.blanks')} <bdi dir="ltr">{blanks.map((name) => `{${name}}`).join(' ')}</bdi>
      </p>
      {(['en', 'ar'] as const).map((language) => {
        const direction = { lang: language, dir: language === 'ar' ? 'rtl' : 'ltr' };
        const set = (part: 'subject' | 'text') => (event: Typed) =>
          onChange({ [language]: { ...draft[language], [part]: event.currentTarget.value } });
        return (
          <fieldset key={language} className={classes.words}>
            <legend>{t(`language.${language}`)}</legend>
            <TextInput
              size="md"
              maxLength={150}
              label={t('field.subject')}
              value={draft[language].subject}
              onChange={set('subject')}
              {...direction}
            />
            <Textarea
              size="md"
              rows={4}
              maxLength={1000}
              label={t('field.text')}
              value={draft[language].text}
              onChange={set('text')}
              {...direction}
            />
          </fieldset>
        );
      })}
    </>
  );
}

/** The fields for a value of the draft's kind. */
export function ValueFields(
  props: Props & { blanks: readonly string[]; words?: SettingWords; error?: string; tried: boolean },
) {
  const { draft, onChange, words, error } = props;
  if (draft.usual) {
    return null;
  }
  switch (draft.kind) {
    case 'setting':
      return words ? (
        <SettingField
          key={draft.key}
          of={words}
          value={draft.setting}
          error={error}
          onChange={(setting) => onChange({ setting })}
        />
      ) : null;
    case 'promo-code':
      return <PromoFields {...props} />;
    case 'message':
      return <WordsFields {...props} />;
  }
}
