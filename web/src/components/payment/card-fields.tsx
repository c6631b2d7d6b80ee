import { Button, useComputedColorScheme } from '@mantine/core';
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { AppConfiguration } from '@/api/gen-later';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { useLate } from '@/lib/http/use-late';
import { useLanguage } from '@/lib/text/use-language';
import classes from './card-fields.module.css';

/** Messages of the provider's page; other messages from its origin are ignored. */
const zFieldsMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('height'), height: z.number().check(z.minimum(0), z.maximum(2000)) }),
  z.object({ type: z.literal('valid'), valid: z.boolean() }),
  z.object({ type: z.literal('token'), token: z.string() }),
  z.object({ type: z.literal('error'), message: z.string() }),
]);
type FieldsMessage = z.infer<typeof zFieldsMessage>;

export interface CardFieldsHandle {
  /** Requests a token for the typed card from the provider's page. */
  submit: () => void;
}

interface Props {
  widget: AppConfiguration['paymentWidget'];
  /** Shows the wallet's button instead of the fields; the token arrives in the same way. */
  wallet?: 'apple-pay' | undefined;
  ref: React.Ref<CardFieldsHandle>;
  onToken: (token: string) => void;
  onRefused: () => void;
}

/**
 * The heights of the fields and of the button, until the provider's page reports them: the content below does
 * not move.
 */
const heights = { fields: 251, wallet: 50 };

function fieldsAddress(
  { widget, wallet }: Pick<Props, 'widget' | 'wallet'>,
  language: string,
  scheme: string,
): string {
  const url = new URL(widget.url, location.origin);
  url.searchParams.set('key', widget.publishableKey);
  url.searchParams.set('lang', language);
  url.searchParams.set('scheme', scheme);
  url.searchParams.set('font', 'ibm-plex-sans-arabic'); // the provider has this font too
  if (wallet) {
    url.searchParams.set('wallet', wallet);
  }
  return url.toString();
}

/** Accepts messages only from the provider's origin and from this component's frame. */
function useFieldsMessages(
  frame: React.RefObject<HTMLIFrameElement | null>,
  origin: string,
  take: (message: FieldsMessage) => void,
) {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const listen = (event: MessageEvent) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) {
        return;
      }
      const message = zFieldsMessage.safeParse(event.data);
      if (message.success) {
        latest.current(message.data);
      }
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [frame, origin]);
}

/** The provider's card fields in a frame of the provider; card numbers never enter this page. */
export function CardFields({ widget, wallet, ref, onToken, onRefused }: Props) {
  const { t } = useTranslation(['payment', 'common']);
  const language = useLanguage();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [firstScheme] = useState(scheme);
  const address = useMemo(
    () => fieldsAddress({ widget, wallet }, language, firstScheme),
    [widget, wallet, language, firstScheme],
  );
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  const late = useLate(!ready);
  const [height, setHeight] = useState(wallet ? heights.wallet : heights.fields);
  const [refusal, setRefusal] = useState<string>();
  const say = (message: object) => frame.current?.contentWindow?.postMessage(message, widget.origin);

  useImperativeHandle(ref, () => ({
    submit: () => {
      setRefusal(undefined);
      say({ type: 'submit' });
    },
  }));
  useFieldsMessages(frame, widget.origin, (message) => {
    if (message.type === 'ready') {
      setReady(true);
    } else if (message.type === 'height') {
      setHeight(message.height);
    } else if (message.type === 'valid' && message.valid) {
      setRefusal(undefined); // the customer has corrected the card
    } else if (message.type === 'token') {
      onToken(message.token);
    } else if (message.type === 'error') {
      setRefusal(message.message);
      onRefused();
    }
  });
  useEffect(() => {
    if (ready) {
      frame.current?.contentWindow?.postMessage({ type: 'theme', scheme }, widget.origin);
    }
  }, [ready, scheme, widget.origin]);
  return (
    <div className={classes.fields}>
      {!ready && !late && (
        <div className={classes.waits}>
          <Loading lines={wallet ? 1 : 3} height={wallet ? heights.wallet : 73} />
        </div>
      )}
      {late && (
        <Notice
          tone="negative"
          title={t('fieldsFailed')}
          action={
            <Button variant="default" size="sm" onClick={() => location.reload()}>
              {t('common:actions.retry')}
            </Button>
          }
        />
      )}
      <iframe
        ref={frame}
        className={classes.frame}
        data-ready={ready || undefined}
        data-late={late || undefined}
        title={t(wallet ? 'applePay' : 'fields')}
        src={address}
        height={height}
        referrerPolicy="origin"
        allow={wallet && 'payment'}
      />
      {refusal && <Notice tone="negative" title={refusal} />}
    </div>
  );
}
