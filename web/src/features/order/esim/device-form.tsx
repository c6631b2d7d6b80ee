import { Button } from '@mantine/core';
import type { Device } from '@/api/gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { deviceFieldOf, deviceOf, deviceSchema, type TypedDevice, typedDevice } from './device';
import { DeviceFields } from './device-fields';

interface Props {
  known?: Device | undefined;
  busy: boolean;
  error: unknown;
  submit: string;
  onSubmit: (device: Device) => void;
}

/** Asks for the phone for the eSIM. */
export function DeviceForm({ known, busy, error, submit, onSubmit }: Props) {
  const { form, refusal } = useSchemaForm<TypedDevice>(deviceSchema, {
    defaultValues: typedDevice(known),
    mode: 'onSubmit',
    error,
    under: deviceFieldOf,
  });
  return (
    <Form form={form} className="stack form" onSubmit={(typed) => onSubmit(deviceOf(typed))}>
      <DeviceFields />
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {submit}
      </Button>
    </Form>
  );
}
