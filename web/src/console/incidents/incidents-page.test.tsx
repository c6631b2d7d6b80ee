import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Incident } from '@/api/gen-support';
import { signInStaff, typeMoment } from '@/testing/console';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';

const id = '01920000-0000-7000-8000-0000000000e7';
const agent = '01920000-0000-7000-8000-0000000000f1';
const hour = 60 * 60 * 1000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

const storm = (over: Partial<Incident> = {}): Incident => ({
  id,
  city: 'jeddah',
  from: inHours(-1),
  until: inHours(5),
  textEn: 'A sandstorm keeps couriers from driving.',
  textAr: 'عاصفة رملية تمنع المندوبين من القيادة.',
  openedBy: agent,
  openedByName: 'huda@selfcare.example',
  orders: 12,
  ...over,
});

interface Sent {
  call: string;
  body: unknown;
}

/** Plays the server of incidents. Returns the requests. */
function serveIncidents(items: Incident[] = [storm()], more = false) {
  const asked: string[] = [];
  const sent: Sent[] = [];
  const take = async (request: Request, answer: Incident, status = 200) => {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    sent.push({
      call: `${request.method} ${pathname.replace('/api', '')}`,
      body: text === '' ? undefined : JSON.parse(text),
    });
    return HttpResponse.json({ data: answer }, { status });
  };
  server.use(
    http.get(api('/support/incidents'), ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ items, more });
    }),
    http.post(api('/support/incidents'), ({ request }) => take(request, storm(), 201)),
    http.put(api(`/support/incidents/${id}`), ({ request }) => take(request, storm())),
    http.post(api(`/support/incidents/${id}/end`), ({ request }) =>
      take(request, storm({ endedAt: inHours(0), endedBy: agent, endedByName: 'sami@selfcare.example' })),
    ),
  );
  return { asked, sent };
}

async function openDialog() {
  const { user } = renderApp('/en/console/incidents');
  await user.click(await screen.findByRole('button', { name: 'Open an incident' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Open an incident' }));
  await dialog.findByRole('option', { name: 'Jeddah' });
  const type = async (label: string, text: string) => {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), text);
  };
  const write = async () => {
    await typeMoment(user, 'Expected to end by', '2026-11-28T18:00');
    await type('Text in English', 'A sandstorm.');
    await type('Text in Arabic', 'عاصفة رملية.');
  };
  const look = () => user.click(dialog.getByRole('button', { name: 'Show what customers see' }));
  return { user, dialog, type, write, look };
}

beforeEach(() => signInStaff());

it('shows the subject, the end, both texts and the number of affected orders', async () => {
  serveIncidents();
  renderApp('/en/console/incidents');
  const list = await screen.findByRole('list', { name: 'Incidents' });
  expect(await within(list).findByRole('heading', { name: 'Jeddah' })).toBeVisible();
  expect(list).toHaveTextContent(/Ongoing.*From .*Expected to end by/);
  expect(list).toHaveTextContent('It has affected 12 orders so far.');
  expect(screen.getByText('A sandstorm keeps couriers from driving.')).toHaveAttribute('dir', 'ltr');
  expect(screen.getByText('عاصفة رملية تمنع المندوبين من القيادة.')).toHaveAttribute('dir', 'rtl');
});

it('speaks Arabic', async () => {
  serveIncidents([storm({ city: undefined, partner: 'courier', orders: 2 })]);
  renderApp('/ar/console/incidents');
  expect(await screen.findByRole('heading', { level: 1, name: 'الأعطال العامة' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'شركة التوصيل' })).toBeVisible();
  expect(screen.getByText('أثّر في طلبين حتى الآن.')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'الأعطال العامة' })).toBeVisible();
});

it.each([
  ['has not begun', { from: inHours(1) }, 'Not started', true],
  ['should have been over', { until: inHours(-0.5) }, /Customers read that the end is not known/, true],
  ['is over', { endedAt: inHours(-0.2), endedBy: agent }, 'Over', false],
] as const)('says of one that %s what it is, and whether it can be ended', async (_, over, words, ends) => {
  serveIncidents([storm(over)]);
  renderApp('/en/console/incidents');
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryAllByRole('button', { name: /^End the incident/ })).toHaveLength(ends ? 1 : 0);
  expect(screen.queryAllByRole('button', { name: /^Change the incident/ })).toHaveLength(ends ? 1 : 0);
});

it('opens an incident about a city after a preview in both languages', async () => {
  const { asked, sent } = serveIncidents([]);
  const { user, dialog, write, look } = await openDialog();
  await user.selectOptions(dialog.getByLabelText('City'), 'Jeddah');
  await write();
  await look();
  const english = await dialog.findByRole('figure', { name: 'English' });
  expect(await within(english).findByText('A known problem is causing a delay')).toBeVisible();
  expect(english).toHaveTextContent(/A sandstorm\..*over by Saturday,? 28 November.*6:00/);
  const arabic = dialog.getByRole('figure', { name: 'Arabic' });
  expect(await within(arabic).findByText('يوجد عطل عام نعلم به')).toBeVisible();
  expect(arabic).toHaveTextContent(/عاصفة رملية\..*28 نوفمبر/);
  expect(arabic).toHaveAttribute('dir', 'rtl');
  expect(dialog.getByText(/No message is sent now/)).toBeVisible();
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Open the incident' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([
    {
      call: 'POST /support/incidents',
      body: {
        city: 'jeddah',
        until: '2026-11-28T15:00:00.000Z',
        textEn: 'A sandstorm.',
        textAr: 'عاصفة رملية.',
      },
    },
  ]);
  await waitFor(() => expect(asked).toHaveLength(2));
});

it('requires either a partner or a city', async () => {
  const { sent } = serveIncidents([]);
  const { user, dialog, write, look } = await openDialog();
  await write();
  await look();
  expect(await dialog.findByText('Choose a partner or a city.')).toBeVisible();
  expect(dialog.getByLabelText('Partner')).toHaveFocus();
  await user.selectOptions(dialog.getByLabelText('City'), 'Riyadh');
  expect(dialog.queryByText('Choose a partner or a city.')).toBeNull();
  await user.selectOptions(dialog.getByLabelText('Partner'), 'eSIM platform');
  expect(dialog.getByLabelText('City')).toHaveValue('');
  await typeMoment(user, 'From', '2026-11-28T06:30');
  await look();
  await user.click(await dialog.findByRole('button', { name: 'Open the incident' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ partner: 'esim', from: '2026-11-28T03:30:00.000Z' });
  expect(sent[0]?.body).not.toHaveProperty('city');
});

it('requires an end and both texts before the preview', async () => {
  serveIncidents([]);
  const { user, dialog, type, look } = await openDialog();
  await user.selectOptions(dialog.getByLabelText('Partner'), 'Courier');
  await type('Text in English', 'no');
  await look();
  expect(await dialog.findAllByText('Please fill in this field')).toHaveLength(2);
  expect(dialog.getByText('Enter 3 to 300 characters.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Open the incident' })).toBeNull();
});

it('shows a refusal at its field, and previews another value again', async () => {
  serveIncidents([]);
  server.use(
    http.post(api('/support/incidents'), () =>
      refuse(422, {
        message: 'The end must be in the future, and after the beginning.',
        messageKey: 'incident_times',
        fields: { until: 'The end must be in the future, and after the beginning.' },
      }),
    ),
  );
  const { user, dialog, write, look } = await openDialog();
  await user.selectOptions(dialog.getByLabelText('City'), 'Jeddah');
  await write();
  await look();
  await user.click(await dialog.findByRole('button', { name: 'Open the incident' }));
  const until = dialog.getByRole('group', { name: 'Expected to end by' });
  await waitFor(() => expect(until).toHaveAccessibleDescription(/must be in the future/));
  expect(dialog.getAllByRole('alert')).toHaveLength(1);
  await typeMoment(user, 'Expected to end by', '2026-11-29T18:00');
  expect(dialog.queryByRole('button', { name: 'Open the incident' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Show what customers see' })).toBeVisible();
});

it('changes only the end and the texts', async () => {
  const { sent } = serveIncidents([storm({ until: '2026-11-28T15:00:00Z' })]);
  const { user } = renderApp('/en/console/incidents');
  await user.click(await screen.findByRole('button', { name: 'Change the incident: Jeddah' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.queryByLabelText('City')).toBeNull();
  const until = within(dialog.getByRole('group', { name: 'Expected to end by' }));
  expect(until.getByLabelText('Day')).toHaveValue('28');
  expect(until.getByLabelText('Month')).toHaveDisplayValue('November');
  expect(until.getByLabelText('Time (24 hours)')).toHaveValue('18:00');
  await user.clear(dialog.getByLabelText('Text in English'));
  await user.type(dialog.getByLabelText('Text in English'), 'The storm is stronger than expected.');
  await user.click(dialog.getByRole('button', { name: 'Show what customers see' }));
  expect(await dialog.findByText('A known problem is causing a delay')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save the change' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([
    {
      call: `PUT /support/incidents/${id}`,
      body: {
        until: '2026-11-28T15:00:00.000Z',
        textEn: 'The storm is stronger than expected.',
        textAr: 'عاصفة رملية تمنع المندوبين من القيادة.',
      },
    },
  ]);
});

it('ends an incident after naming the customers that are told', async () => {
  const { asked, sent } = serveIncidents();
  const { user } = renderApp('/en/console/incidents');
  await user.click(await screen.findByRole('button', { name: 'End the incident: Jeddah' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('It has affected 12 orders so far.')).toBeVisible();
  expect(dialog.getByText(/Customers whose orders still wait get one message/)).toBeVisible();
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'End it and notify customers' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ call: `POST /support/incidents/${id}/end`, body: undefined }]);
  await waitFor(() => expect(asked).toHaveLength(2));
});

it('says that a colleague has ended it, and reloads the list', async () => {
  const { asked } = serveIncidents();
  server.use(
    http.put(api(`/support/incidents/${id}`), () =>
      refuse(409, { message: 'This incident is over.', messageKey: 'incident_over' }),
    ),
  );
  const { user } = renderApp('/en/console/incidents');
  await user.click(await screen.findByRole('button', { name: 'Change the incident: Jeddah' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Show what customers see' }));
  await user.click(await dialog.findByRole('button', { name: 'Save the change' }));
  expect(await dialog.findByText('This incident is over.')).toBeVisible();
  await waitFor(() => expect(asked).toHaveLength(2));
});

it('says that there are no incidents', async () => {
  serveIncidents([]);
  renderApp('/en/console/incidents');
  expect(await screen.findByText('No incidents yet.')).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Pages of the list' })).toBeNull();
});

it('offers the next page if there is one', async () => {
  const { asked } = serveIncidents([storm()], true);
  const { user } = renderApp('/en/console/incidents');
  await user.click(await screen.findByRole('link', { name: 'Older' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?page=2'));
  expect(await screen.findByRole('link', { name: 'Newer' })).toBeVisible();
});

it('shows the people who opened and ended it', async () => {
  serveIncidents([storm({ endedAt: inHours(-0.2), endedBy: agent, endedByName: 'sami@selfcare.example' })]);
  renderApp('/en/console/incidents');
  expect(
    await screen.findByText(/Opened by .huda@selfcare.example. · Ended by .sami@selfcare/),
  ).toBeVisible();
});
