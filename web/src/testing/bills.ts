import { HttpResponse, http } from 'msw';
import type { Invoice, InvoiceDetail, PostpaidOverview } from '@/api/gen-bills';
import { api, server } from './server';

export const bill = (over: Partial<Invoice> = {}): Invoice => ({
  id: '01920000-0000-7000-8000-0000000000b1',
  number: 'INV2026-00000001',
  from: '2026-10-14T21:00:00Z',
  until: '2026-11-14T21:00:00Z',
  final: false,
  issuedAt: '2026-11-15T06:00:00Z',
  dueAt: '2026-11-29T21:00:00Z',
  net: 18_391,
  vat: 2_759,
  total: 21_150,
  left: 21_150,
  status: 'issued',
  reference: '2026000000018',
  ...over,
});

/** Serves the open amounts and the bills of a line, changed by the test. Returns the requested pages. */
export function serveBills(over: Partial<PostpaidOverview> = {}, bills = [bill()], total = bills.length) {
  const asked: string[] = [];
  server.use(
    http.get(api('/postpaid/overview'), ({ request }) => {
      const page = new URL(request.url).searchParams.get('page') ?? '1';
      asked.push(page);
      const data: PostpaidOverview = {
        left: 21_150,
        overdue: 0,
        unbilled: 767,
        currency: 'SAR',
        nextBillAt: '2026-12-14T21:00:00Z',
        service: 'full',
        ...over,
        invoices: { items: bills, page: Number(page), per_page: 50, total },
      };
      return HttpResponse.json({ data });
    }),
  );
  return asked;
}

/** Serves one bill with its items and its state. */
export function serveBill(over: Partial<InvoiceDetail> = {}): void {
  const data: InvoiceDetail = {
    invoice: bill(),
    services: [
      { id: 'plan', name: 'Plan', net: 17_391, vat: 2_609, total: 20_000 },
      { id: 'usage', name: 'Beyond the plan', net: 1_000, vat: 150, total: 1_150 },
    ],
    payments: [],
    creditNotes: [],
    ...over,
  };
  server.use(http.get(api('/postpaid/invoices/:id'), () => HttpResponse.json({ data })));
}
