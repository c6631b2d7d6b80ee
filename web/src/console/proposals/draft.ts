import * as z from 'zod/mini';
import type { ProposalKind, ProposalPromo, ProposalValue } from '@/api/gen-support';
import { zCaseNoteText, zProposalKind } from '@/api/gen-support/zod.gen';
import { latinDigits } from '@/lib/text/digits';
import { halalasOf } from '@/lib/text/riyals';
import { isMomentOrEmpty, momentOf, typedOf } from '../riyadh-time';

const zWords = z.object({ subject: z.string(), text: z.string() });
/** An incomplete time must not count as no time: the change would take effect at once. */
const zMoment = z.string().check(z.refine(isMomentOrEmpty));

const zDraft = z.object({
  kind: zProposalKind,
  key: z.string(),
  setting: z.string(),
  way: z.enum(['percent', 'amount']),
  gift: z.string(),
  kinds: z.array(z.string()),
  plans: z.string(),
  startsAt: zMoment,
  endsAt: zMoment,
  maxUses: z.string(),
  maxUsesPerId: z.string(),
  en: zWords,
  ar: zWords,
  effectiveAt: zMoment,
  /** Returns to the built-in value; for a promo code, ends it. */
  usual: z.boolean(),
});

/** The fields of a proposal as typed. */
export type Draft = z.infer<typeof zDraft>;

/** The form of a proposal: its reason is asked for after the preview. */
export type TypedProposal = Draft & { note: string };

export const proposalSchema = (isPreviewed: boolean) =>
  z.extend(zDraft, { note: isPreviewed ? zCaseNoteText : z.string() });

export const promoKinds = [
  'sim',
  'esim',
  'sim-replacement',
  'esim-replacement',
  'multisim',
  'recharge',
  'data-recharge',
] as const satisfies ReadonlyArray<NonNullable<ProposalPromo['kinds']>[number]>;

const empty = { subject: '', text: '' };

export const emptyDraft = (kind: ProposalKind): Draft => ({
  kind,
  key: '',
  setting: '',
  way: 'percent',
  gift: '',
  kinds: [],
  plans: '',
  startsAt: '',
  endsAt: '',
  maxUses: '',
  maxUsesPerId: '',
  en: empty,
  ar: empty,
  effectiveAt: '',
  usual: false,
});

const textOf = (value: number | undefined): string => value?.toString() ?? '';

/** Returns the draft for a key, filled with the present value. */
export function draftOf(kind: ProposalKind, key: string, value: ProposalValue): Draft {
  const { setting = '', promoCode, message } = value;
  const draft = { ...emptyDraft(kind), key, setting };
  if (message) {
    return { ...draft, en: message.en, ar: message.ar };
  }
  return promoCode === undefined
    ? draft
    : {
        ...draft,
        way: promoCode.percent === undefined ? 'amount' : 'percent',
        gift: textOf(promoCode.percent) || ((promoCode.amount ?? 0) / 100).toFixed(2),
        kinds: promoCode.kinds ?? [],
        plans: promoCode.plans?.join(' ') ?? '',
        startsAt: typedOf(promoCode.startsAt),
        endsAt: typedOf(promoCode.endsAt),
        maxUses: textOf(promoCode.maxUses),
        maxUsesPerId: textOf(promoCode.maxUsesPerId),
      };
}

const numberOf = (typed: string): number | undefined => {
  const number = latinDigits(typed).trim();
  return number === '' ? undefined : Number(number);
};

const listOf = (typed: string): string[] | undefined => {
  const words = typed.split(/\s+/).filter((word) => word !== '');
  return words.length === 0 ? undefined : words;
};

function promoOf(draft: Draft): ProposalPromo {
  const kinds = promoKinds.filter((kind) => draft.kinds.includes(kind));
  return {
    ...(draft.way === 'percent' ? { percent: numberOf(draft.gift) } : { amount: halalasOf(draft.gift) }),
    kinds: kinds.length === 0 ? undefined : kinds,
    plans: listOf(draft.plans),
    startsAt: momentOf(draft.startsAt) ?? '',
    endsAt: momentOf(draft.endsAt),
    maxUses: numberOf(draft.maxUses),
    maxUsesPerId: numberOf(draft.maxUsesPerId),
  };
}

/** Returns the part of the draft that the server receives. */
export function proposalValueOf(draft: Draft): ProposalValue {
  if (draft.usual) {
    return {};
  }
  switch (draft.kind) {
    case 'setting':
      return { setting: latinDigits(draft.setting).trim() };
    case 'promo-code':
      return { promoCode: promoOf(draft) };
    case 'message':
      return { message: { en: draft.en, ar: draft.ar } };
  }
}
