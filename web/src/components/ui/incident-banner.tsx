import { dayAndTime } from '@/lib/text/format';
import type { Language } from '@/lib/text/language';
import { Notice } from '../notice';

interface Props {
  /** The texts, the newest first. */
  texts: readonly string[];
  /** The expected end; absent if it is not known. */
  until?: string;
  language: Language;
  /** Returns texts of `details` in that language: the author of an incident sees both languages. */
  say: (key: 'incident.title' | 'incident.until' | 'incident.unknown', values: { time: string }) => string;
}

/** The incident that delays an order and many others, and its expected end, as customers read it. */
export function IncidentBanner({ texts, until, language, say }: Props) {
  const time = until ? dayAndTime(until, language) : '';
  return (
    <Notice tone="warning" title={say('incident.title', { time })}>
      {texts.map((text) => (
        <p key={text} style={{ margin: 0 }}>
          {text}
        </p>
      ))}
      <p style={{ margin: '0.4rem 0 0' }}>{say(until ? 'incident.until' : 'incident.unknown', { time })}</p>
    </Notice>
  );
}
