import { useSearchParams } from 'react-router';

interface Choice<Kind extends string> {
  /** Undefined for all kinds. */
  kind: Kind | undefined;
  page: number;
}

/** Returns the shown kind and page. The address contains them, next to the tab. */
export function useChoice<Kind extends string>(open: readonly Kind[]) {
  const [params, setParams] = useSearchParams();
  const only = open.length === 1 ? open[0] : undefined;
  const kind = only ?? open.find((candidate) => candidate === params.get('type'));
  const page = Math.max(1, Math.trunc(Number(params.get('page')) || 1));
  const tab = params.get('tab');
  const choose = (next: Choice<Kind>) =>
    setParams({
      ...(tab && { tab }),
      ...(next.kind && { type: next.kind }),
      ...(next.page > 1 && { page: String(next.page) }),
    });
  return { kind, page, choose };
}
