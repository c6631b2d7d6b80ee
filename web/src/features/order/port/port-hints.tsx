import type { Order } from '@/api/gen';
import { Notice } from '@/components/notice';

/** The meaning of the other operator's pre-check answer, in the server's words. */
export function PortHints({ order, title }: { order: Order; title: string }) {
  const hints = order.port?.hints ?? [];
  if (hints.length === 0) {
    return null;
  }
  return (
    <Notice tone="warning" title={title}>
      <ul style={{ margin: 0, paddingInlineStart: '1.1rem' }}>
        {hints.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
    </Notice>
  );
}
