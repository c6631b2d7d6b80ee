import { useQuery } from '@tanstack/react-query';
import type { Device } from '@/api/gen';
import { listDevicesOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { wordsOfModel } from '@/components/device/device-words';
import { Ltr } from '@/components/ltr';
import { useLanguage } from '@/lib/text/use-language';

const shownDigits = 4;

/**
 * The phone of an eSIM by its usual name. Of an EID only the end is shown, because it identifies the phone
 * for good.
 */
export function DeviceName({ device }: { device: Device }) {
  const language = useLanguage();
  const words = wordsOfModel(device.model);
  const devices = useQuery({
    ...listDevicesOptions({ query: { q: words }, headers: { 'accept-language': language } }),
    enabled: words !== '',
  });
  if (device.eid) {
    return <Ltr>EID …{device.eid.slice(-shownDigits)}</Ltr>;
  }
  const phone = devices.data?.items.find(({ model }) => model === device.model);
  return <Ltr>{phone ? `${phone.brand} ${phone.name}` : words}</Ltr>;
}
