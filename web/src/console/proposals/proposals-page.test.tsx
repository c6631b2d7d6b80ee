import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Proposal, ProposalSubject, SettingWords } from '@/api/gen-support';
import { signInStaff, typeMoment } from '@/testing/console';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';

const id = '01920000-0000-7000-8000-0000000000d1';

const minAge = (over: Partial<Proposal> = {}): Proposal => ({
  id,
  kind: 'setting',
  key: 'minAge',
  value: { setting: '21' },
  before: { setting: '18' },
  effectiveAt: '2026-11-27T06:00:00Z',
  note: 'by the regulator',
  state: 'pending',
  proposed: {
    id: '01920000-0000-7000-8000-0000000000a1',
    name: 'huda@selfcare.example',
    at: '2026-11-26T06:00:00Z',
  },
  own: false,
  setting: { name: 'Minimum age', before: '18 years', after: '21 years' },
  ...over,
});

const wordsOf = (over: Partial<SettingWords>): SettingWords => ({
  name: 'Minimum age',
  meaning: 'Age from which a customer may order.',
  group: 'orders',
  groupName: 'Orders',
  type: 'whole-number',
  unit: 'years',
  bound: 'From 0 to 120 years.',
  now: '18 years',
  usual: '18 years',
  ...over,
});

const fee: ProposalSubject = {
  key: 'deliveryFeeHome',
  value: { setting: '2500' },
  usual: { setting: '2500' },
  setting: wordsOf({
    name: 'Fee for home delivery',
    meaning: 'What delivery costs.',
    groupName: 'Delivery',
    type: 'amount',
    unit: undefined,
  }),
};

const rate: ProposalSubject = {
  key: 'providerFeeMadaBasisPoints',
  value: { setting: '100' },
  usual: { setting: '100' },
  setting: wordsOf({
    name: "Provider's fee for MADA",
    meaning: 'Agreed share of a charge.',
    type: 'percentage',
    unit: 'percent',
  }),
};

const hold: ProposalSubject = {
  key: 'holdFor',
  value: { setting: '1h30m' },
  usual: { setting: '15m' },
  setting: wordsOf({
    name: 'Time a number is held',
    meaning: 'How long.',
    groupName: 'Numbers',
    type: 'duration',
  }),
};

const changeable: Record<string, ProposalSubject[]> = {
  setting: [
    { key: 'minAge', value: { setting: '18' }, usual: { setting: '18' }, setting: wordsOf({}) },
    fee,
    rate,
    hold,
  ],
  message: [
    {
      key: 'line-active',
      value: {
        message: {
          en: { subject: 'Active', text: 'Hi {msisdn}' },
          ar: { subject: 'فعال', text: 'أهلًا {msisdn}' },
        },
      },
      usual: {},
      blanks: ['msisdn'],
    },
  ],
  'promo-code': [],
};

interface Sent {
  path: string;
  body: unknown;
}

/** Plays the server of changes. Returns the requests. */
function serveChanges(items: Proposal[] = [minAge()]) {
  const asked: string[] = [];
  const sent: Sent[] = [];
  const take = (path: string, answer: (kind: string | undefined) => Response) =>
    http.post(api(path), async ({ request }) => {
      const body = (await request.json()) as { kind?: string };
      sent.push({ path: new URL(request.url).pathname.replace('/api', ''), body });
      return answer(body.kind);
    });
  server.use(
    http.get(api('/support/changes'), ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ items, more: false });
    }),
    http.get(api('/support/changes/subjects'), ({ request }) =>
      HttpResponse.json({ items: changeable[new URL(request.url).searchParams.get('kind') ?? ''] }),
    ),
    take('/support/changes/preview', (kind) =>
      HttpResponse.json({
        before: { setting: '18' },
        value: { setting: '21' },
        ...(kind === 'setting' && {
          setting: { name: 'Minimum age', before: '18 years', after: '21 years' },
        }),
        shown: [
          { language: 'en', subject: 'Active', text: 'Hi 0570000123' },
          { language: 'ar', subject: 'فعال', text: 'أهلًا 0570000123' },
        ],
      }),
    ),
    take('/support/changes', () => HttpResponse.json({ data: minAge({ own: true }) }, { status: 201 })),
    take(`/support/changes/${id}/approval`, () =>
      HttpResponse.json({ data: minAge({ state: 'scheduled' }) }),
    ),
    take(`/support/changes/${id}/cancellation`, () =>
      HttpResponse.json({ data: minAge({ state: 'cancelled' }) }),
    ),
    take(`/support/changes/${id}/undo`, () => HttpResponse.json({ data: minAge() }, { status: 201 })),
  );
  return { asked, sent };
}

beforeEach(() => signInStaff());

it('shows the old and the new value, the start, and the people', async () => {
  serveChanges();
  renderApp('/en/console/changes');
  const list = await screen.findByRole('list', { name: 'Changes' });
  expect(list).toHaveTextContent('Setting: Minimum age');
  expect(list).toHaveTextContent(/Waiting for approval.*27 November.*9:00/);
  expect(list).toHaveTextContent(/Minimum age: \u206818 years\u2069 → \u206821 years\u2069/);
  expect(list).toHaveTextContent('Proposed by huda@selfcare.example');
});

it('shows a change in Arabic, with each language in its own direction', async () => {
  const said = { en: { subject: 'Active', text: 'Hi' }, ar: { subject: 'فعال', text: 'أهلًا' } };
  serveChanges([
    minAge({ kind: 'message', key: 'line-active', setting: undefined, value: { message: said }, before: {} }),
  ]);
  renderApp('/ar/console/changes');
  expect(await screen.findByRole('heading', { name: 'التغييرات' })).toBeVisible();
  expect((await screen.findAllByText(/بانتظار الموافقة/)).at(0)).toBeVisible();
  expect(await screen.findByRole('figure', { name: 'الإنجليزية' })).toHaveAttribute('dir', 'ltr');
  expect(screen.getByRole('figure', { name: 'العربية' })).toHaveAttribute('dir', 'rtl');
  expect(await screen.findByRole('link', { name: 'التغييرات' })).toBeVisible();
});

it('approves with a note', async () => {
  const { asked, sent } = serveChanges();
  const { user } = renderApp('/en/console/changes');
  await user.click(await screen.findByRole('button', { name: 'Approve the change of Minimum age' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Approve the change of Minimum age' }));
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(sent).toEqual([]);
  await user.type(dialog.getByLabelText('Reason'), 'as agreed');
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ path: `/support/changes/${id}/approval`, body: { note: 'as agreed' } }]);
  await waitFor(() => expect(asked).toHaveLength(2));
});

it('offers no approval of an own change, and says why', async () => {
  serveChanges([minAge({ own: true })]);
  renderApp('/en/console/changes');
  expect(await screen.findByText('You proposed this. It is waiting for a second approver.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Cancel the change of Minimum age' })).toBeVisible();
});

it('undoes only a change that is in force', async () => {
  const { sent } = serveChanges([minAge({ state: 'in-force' })]);
  const { user } = renderApp('/en/console/changes');
  await user.click(await screen.findByRole('button', { name: 'Undo the change of Minimum age' }));
  expect(screen.queryByRole('button', { name: /^Cancel the change/ })).toBeNull();
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText('Reason'), 'too high');
  await user.click(dialog.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent.at(-1)?.path).toBe(`/support/changes/${id}/undo`));
});

it('proposes a figure for tomorrow in Riyadh after a preview', async () => {
  const { sent } = serveChanges([]);
  const { user } = renderApp('/en/console/changes');
  await user.click(await screen.findByRole('button', { name: 'Propose a change' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.selectOptions(await dialog.findByLabelText('Item to change'), 'minAge');
  expect(dialog.getByRole('region', { name: 'Minimum age' })).toHaveTextContent(
    /Age from which a customer may order.*In force:.*18 years.*Allowed:.*From 0 to 120 years/,
  );
  const value = dialog.getByRole('textbox', { name: 'Minimum age (years)' });
  expect(value).toHaveValue('18');
  await user.clear(value);
  await user.type(value, '21');
  await typeMoment(user, 'In force from', '2026-11-27T09:00');
  await user.click(dialog.getByRole('button', { name: 'Show the effect' }));
  expect(await dialog.findByRole('region', { name: 'Effect of the change' })).toHaveTextContent(
    /18 years.* → .*21 years/,
  );
  await user.type(dialog.getByLabelText('Reason'), 'by the regulator');
  await user.click(dialog.getByRole('button', { name: 'Send the proposal' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const change = {
    kind: 'setting',
    key: 'minAge',
    value: { setting: '21' },
    effectiveAt: '2026-11-27T06:00:00.000Z',
  };
  expect(sent).toEqual([
    { path: '/support/changes/preview', body: change },
    { path: '/support/changes', body: { ...change, note: 'by the regulator' } },
  ]);
});

it('previews a message in both languages, and shows the refused part', async () => {
  serveChanges([]);
  const { user } = renderApp('/en/console/changes');
  await user.click(await screen.findByRole('button', { name: 'Propose a change' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.selectOptions(dialog.getByLabelText('Kind'), 'message');
  await user.selectOptions(await dialog.findByLabelText('Item to change'), 'line-active');
  expect(dialog.getByText('{msisdn}')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Show the effect' }));
  expect(await dialog.findByText('أهلًا 0570000123')).toBeVisible();
  server.use(
    http.post(api('/support/changes/preview'), () =>
      refuse(422, { message: 'The text leaves out msisdn', messageKey: 'change_blank_missing' }),
    ),
  );
  const [english] = dialog.getAllByLabelText('Text');
  await user.clear(english as HTMLElement);
  await user.type(english as HTMLElement, 'Hello');
  await user.click(dialog.getByRole('button', { name: 'Show the effect' }));
  expect(await dialog.findByText('The text leaves out msisdn')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Send the proposal' })).toBeNull();
});

it('shows the history of a key and keeps it in the address', async () => {
  const { asked } = serveChanges();
  const { user } = renderApp('/en/console/changes');
  await user.click(await screen.findByRole('link', { name: 'History of Minimum age' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?kind=setting&key=minAge'));
  expect(await screen.findByRole('link', { name: 'Show all' })).toBeVisible();
});

/** Opens the dialog and chooses a setting by its name. */
async function chooseSetting(name: string) {
  const { user } = renderApp('/en/console/changes');
  await user.click(await screen.findByRole('button', { name: 'Propose a change' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.selectOptions(await dialog.findByLabelText('Item to change'), name);
  return { user, dialog };
}

it('shows the approver the present and the new value in the unit of the setting', async () => {
  serveChanges();
  const { user } = renderApp('/en/console/changes');
  await user.click(await screen.findByRole('button', { name: 'Approve the change of Minimum age' }));
  expect(screen.getByRole('dialog')).toHaveTextContent(/18 years.* → .*21 years/);
});

it('takes an amount in riyals', async () => {
  const { sent } = serveChanges([]);
  const { user, dialog } = await chooseSetting('Fee for home delivery');
  const value = dialog.getByRole('textbox', { name: 'Fee for home delivery (riyals)' });
  expect(value).toHaveValue('25.00');
  await user.clear(value);
  await user.type(value, '17.50');
  await user.click(dialog.getByRole('button', { name: 'Show the effect' }));
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ value: { setting: '17.50 SAR' } }));
});

it('Proposal_Percentage_HasTwoDecimals', async () => {
  const { sent } = serveChanges([]);
  const { user, dialog } = await chooseSetting("Provider's fee for MADA");
  const value = dialog.getByRole('textbox', { name: "Provider's fee for MADA (percent)" });
  expect(value).toHaveValue('1.00');
  await user.clear(value);
  await user.type(value, '١٫٧٥');
  await user.click(dialog.getByRole('button', { name: 'Show the effect' }));
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ value: { setting: '1.75%' } }));
});

it('Proposal_PromoAmount_IsTypedInRiyals', async () => {
  const { sent } = serveChanges([]);
  const { user } = renderApp('/en/console/changes');
  await user.click(await screen.findByRole('button', { name: 'Propose a change' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.selectOptions(dialog.getByLabelText('Kind'), 'promo-code');
  await user.type(await dialog.findByLabelText('Promo code'), 'SAVE20');
  expect(dialog.getByRole('textbox', { name: 'Discount (percent)' })).toBeVisible();
  await user.selectOptions(dialog.getByLabelText('Kind of discount'), 'amount');
  await user.type(dialog.getByRole('textbox', { name: 'Discount (riyals)' }), '17,5');
  await typeMoment(user, 'From', '2026-11-27T09:00');
  await user.click(dialog.getByRole('button', { name: 'Show the effect' }));
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ value: { promoCode: { amount: 1750 } } }));
});

it('takes a time as a number and a unit', async () => {
  const { sent } = serveChanges([]);
  const { user, dialog } = await chooseSetting('Time a number is held');
  expect(dialog.getByRole('textbox', { name: 'Number' })).toHaveValue('90');
  expect(dialog.getByLabelText('Unit')).toHaveValue('m');
  await user.clear(dialog.getByRole('textbox', { name: 'Number' }));
  await user.type(dialog.getByRole('textbox', { name: 'Number' }), '2');
  await user.selectOptions(dialog.getByLabelText('Unit'), 'hours');
  await user.click(dialog.getByRole('button', { name: 'Show the effect' }));
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ value: { setting: '2h' } }));
});

it('says at the field which values are allowed', async () => {
  serveChanges([]);
  server.use(
    http.post(api('/support/changes/preview'), () =>
      refuse(422, { message: 'Minimum age: From 0 to 120 years.', messageKey: 'change_out_of_bounds' }),
    ),
  );
  const { user, dialog } = await chooseSetting('Minimum age');
  await user.type(dialog.getByRole('textbox', { name: 'Minimum age (years)' }), '0');
  await user.click(dialog.getByRole('button', { name: 'Show the effect' }));
  const field = dialog.getByRole('textbox', { name: 'Minimum age (years)' });
  await waitFor(() => expect(field).toHaveAccessibleDescription('Minimum age: From 0 to 120 years.'));
  expect(field).toBeInvalid();
});

it('finds a setting by a word of its description', async () => {
  serveChanges([]);
  const { user } = renderApp('/en/console/changes');
  await user.click(await screen.findByRole('button', { name: 'Propose a change' }));
  const dialog = within(screen.getByRole('dialog'));
  const choice = await dialog.findByLabelText('Item to change');
  expect(within(choice).getByRole('group', { name: 'Delivery' })).toBeVisible();
  await user.type(dialog.getByLabelText('Search settings'), 'customer may order');
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose', 'Minimum age']);
});

it('Proposal_TimeTypedInPart_IsRefusedAtItsField', async () => {
  const { sent } = serveChanges([]);
  const { user } = renderApp('/ar/console/changes');
  await user.click(await screen.findByRole('button', { name: 'اقتراح تغيير' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.selectOptions(await dialog.findByLabelText('العنصر المراد تغييره'), 'minAge');
  expect(document.querySelector('[type^=date]')).toBeNull();
  await user.type(dialog.getByLabelText('اليوم'), '٣١');
  await user.selectOptions(dialog.getByLabelText('الشهر'), '2');
  await user.type(dialog.getByLabelText('السنة'), '2027');
  await user.type(dialog.getByLabelText(/^الوقت/), '٩٣٠{Enter}');
  expect(await dialog.findByText('أدخل يومًا صحيحًا ووقتًا مثل 14:30.')).toBeVisible();
  expect(sent).toEqual([]);
  await user.clear(dialog.getByLabelText('اليوم'));
  await user.type(dialog.getByLabelText('اليوم'), '28');
  await user.click(dialog.getByRole('button', { name: 'عرض أثره' }));
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ effectiveAt: '2027-02-28T06:30:00.000Z' }));
});
