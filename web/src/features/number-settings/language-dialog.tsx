import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CommunicationLanguage, setNumberLanguage } from '@/api/gen-lines';
import { RadioCards } from '@/components/choice/radio-cards';
import { ErrorNotice } from '@/components/error-notice';
import { useSettingCall } from '@/components/line/number-settings';
import { SettingOutcome } from '@/components/line/setting-outcome';
import { ModalDialog } from '@/components/modal-dialog';
import { isBusy, type SettingDialog } from './dialog';
import { useLanguageName } from './use-language-name';

/**
 * The language of messages to the line. For a language without texts the dialog says so before the choice.
 */
export function LanguageDialog({ settings, before, onClose }: SettingDialog) {
  const { t } = useTranslation(['number-settings', 'common']);
  const nameOf = useLanguageName();
  const { language_id: now, offered } = settings.language;
  const [chosen, setChosen] = useState<CommunicationLanguage>(now);
  const set = useSettingCall((call, language_id: CommunicationLanguage) =>
    setNumberLanguage({ ...call, body: { language_id } }),
  );
  return (
    <ModalDialog title={t('language.title')} onClose={onClose}>
      <div className="stack">
        <SettingOutcome settings={settings} before={before} />
        <RadioCards
          legend={t('language.legend')}
          name="language_id"
          value={chosen}
          cards={offered.map(({ language_id: value, texts }) => ({
            value,
            title: nameOf(value),
            hint: texts === 'english' ? t('language.inEnglish') : undefined,
          }))}
          onChange={setChosen}
        />
        <ErrorNotice error={set.error} />
        <Button
          loading={set.isPending}
          disabled={isBusy(settings) || chosen === now}
          onClick={() => set.mutate(chosen)}
        >
          {t('save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
      </div>
    </ModalDialog>
  );
}
