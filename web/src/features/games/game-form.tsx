import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Game } from '@/api/gen-vas';
import { ErrorNotice } from '@/components/error-notice';
import { CheckField } from '@/components/form/check-field';
import { ChoiceField } from '@/components/form/choice-field';
import { Form } from '@/components/form/form';
import { MobileField } from '@/components/form/number-field';
import { EmailField } from '@/components/form/text-field';
import { Notice } from '@/components/notice';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useSession } from '@/lib/session';
import { ownMobile } from '@/lib/session/own-mobile';
import { Prices } from './prices';
import { gameSchema, type TypedGame, type Wanted } from './wanted';

interface Props {
  game: Game;
  initial: Wanted | undefined;
  refusal: unknown;
  onDone: (wanted: Wanted) => void;
}

/**
 * The product and the recipient of the code. The customer accepts before the payment that codes are not
 * refundable.
 */
export function GameForm({ game, initial, refusal, onDone }: Props) {
  const { t } = useTranslation('games');
  const { user } = useSession();
  const { form, refusal: rest } = useSchemaForm<TypedGame>(gameSchema(game), {
    defaultValues: {
      denominationId: initial?.denomination.id,
      email: initial?.email ?? user?.email ?? '',
      mobile: initial?.mobile ?? ownMobile(user),
      acceptsNoRefund: initial?.acceptsNoRefund ?? false,
    },
    mode: 'onSubmit',
    error: refusal,
    under: 'game.',
  });
  const submit = ({ denominationId, email, mobile, acceptsNoRefund = false }: TypedGame) => {
    const denomination = game.denominations.find(({ id }) => id === denominationId);
    if (denomination) {
      onDone({ denomination, email, mobile, acceptsNoRefund });
    }
  };
  return (
    <Form form={form} className="stack form" onSubmit={submit}>
      <ChoiceField
        form={form}
        name="denominationId"
        legend={t('form.denomination')}
        cards={game.denominations.map((one) => ({
          value: one.id,
          title: <bdi>{one.name}</bdi>,
          hint: <Prices of={one} />,
        }))}
        missing={t('form.denominationError')}
      />
      <EmailField
        form={form}
        name="email"
        label={t('form.email')}
        missing={t('form.emailError')}
        invalid={t('form.emailError')}
        maxLength={120}
      />
      <MobileField
        form={form}
        name="mobile"
        inputMode="tel"
        label={t('form.mobile')}
        description={t('form.mobileHint')}
        missing={t('form.mobileError')}
        invalid={t('form.mobileError')}
        autoComplete="tel"
      />
      {!game.refundable && (
        <>
          <Notice tone="warning">{t('form.noRefund')}</Notice>
          <CheckField
            form={form}
            name="acceptsNoRefund"
            label={t('form.accept')}
            invalid={t('form.acceptError')}
          />
        </>
      )}
      <ErrorNotice error={rest} />
      <Button type="submit" size="lg" className="primary-action">
        {t('form.continue')}
      </Button>
    </Form>
  );
}
