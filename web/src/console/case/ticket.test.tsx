import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CaseTicket } from '@/api/gen-support';
import { heldDetail, heldOrder, serveCase, serverTime, signInStaff } from '@/testing/console';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';

const id = heldOrder().id;
const files = api(`/support/service-requests/${id}/attachments`);
const rules = { taken: true, most: 5, largest: 5 * 2 ** 20, types: ['image/png'] };

const file = (state: 'pending' | 'clean' | 'infected', name: string) => ({
  id: `01900000-0000-7000-8000-0000000000${{ pending: 'f1', clean: 'f2', infected: 'f3' }[state]}`,
  name,
  type: 'image/png' as const,
  size: 2048,
  state,
});
const clean = file('clean', 'masts.png');

const complaint: CaseTicket = {
  request: {
    reference: 'CR1234567890',
    kind: 'complaint',
    topic: 'calls',
    topicText: 'Calls',
    stage: 'received',
    stageText: 'We have received your request',
    receivedAt: serverTime,
    overdue: false,
  },
  details: { fullName: 'Noura Ali' },
  messages: [
    {
      author: 'customer',
      text: 'My calls drop.',
      at: serverTime,
      attachments: [file('pending', 'waiting.png'), clean, file('infected', 'refused.png')],
    },
  ],
  actions: ['answer'],
};

async function opened() {
  const { user } = renderApp(`/en/console/cases/service-request/${id}`);
  await screen.findByText('My calls drop.');
  return user;
}

beforeEach(async () => {
  await signInStaff();
  serveCase(heldDetail({ case: heldOrder({ kind: 'service-request' }), ticket: complaint }));
  server.use(http.get(api('/support/attachments'), () => HttpResponse.json({ data: rules })));
});

it('opens only a file that was scanned', async () => {
  let asked = 0;
  server.use(
    http.get(`${files}/${clean.id}`, () => {
      asked += 1;
      return asked === 1
        ? refuse(409, { messageKey: 'attachment_pending', message: 'Still being checked.' })
        : new HttpResponse('picture');
    }),
  );
  URL.createObjectURL = vi.fn(() => 'blob:file');
  URL.revokeObjectURL = vi.fn();
  const user = await opened();
  expect(screen.getByText('waiting.png').parentElement).toHaveTextContent('Being checked for viruses');
  expect(screen.getByText('refused.png').parentElement).toHaveTextContent('Refused by the virus check');
  const open = screen.getByRole('button', { name: /^Download/ });
  expect(open).toHaveAccessibleName('Download masts.png');
  await user.click(open);
  expect(await screen.findByText('Still being checked.')).toBeVisible();
  expect(URL.createObjectURL).not.toHaveBeenCalled();
  await user.click(open);
  await waitFor(() => expect(URL.createObjectURL).toHaveBeenCalledTimes(1));
  expect(screen.queryByText('Still being checked.')).not.toBeInTheDocument();
});

it('sends files with an answer, each once', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(files, () => HttpResponse.json({ data: clean }, { status: 201 })),
    http.post(api(`/support/service-requests/${id}/actions`), async ({ request }) => {
      sent.push(await request.json());
      const talk = { ...complaint, messages: [{ author: 'support', text: 'Repaired.', at: serverTime }] };
      return HttpResponse.json({ data: heldDetail({ case: heldOrder(), ticket: talk as never }) });
    }),
  );
  const user = await opened();
  await screen.findByRole('button', { name: 'Add a file' });
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['x'], 'masts.png', { type: 'image/png' })] } });
  await screen.findByRole('button', { name: 'Remove masts.png' });
  await user.type(screen.getByLabelText('Your message to the customer'), 'This is the map.');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send the answer' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Send the answer' }));
  await waitFor(() =>
    expect(sent).toEqual([{ action: 'answer', text: 'This is the map.', attachments: [clean.id] }]),
  );
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Remove masts.png' })).not.toBeInTheDocument(),
  );
});
