import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/notice';
import { Stack } from '@/components/ui/layout';
import classes from './activation.module.css';

/** The used part of the Shape Detection API, which some browsers and the DOM types lack. */
interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
  /** Ends a detector that is no part of the browser. */
  close?: () => void;
}
declare global {
  var BarcodeDetector: (new (options: { formats: string[] }) => Detector) | undefined;
}

export const canScan = () => 'mediaDevices' in navigator;

function release(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) {
    track.stop();
  }
}

async function createDetector(): Promise<Detector> {
  const Barcode = globalThis.BarcodeDetector;
  return Barcode
    ? new Barcode({ formats: ['code_128', 'ean_13', 'itf', 'qr_code'] })
    : (await import('./picture-detector')).createPictureDetector();
}

const lookEvery = 250;
const iccidIn = (text: string) => /\d{19}/.exec(text)?.[0];

interface Props {
  onFound: (iccid: string) => void;
  onClose: () => void;
}

/** Looks for a 19-digit barcode through the camera, and releases the camera at the end. */
export function BarcodeScanner({ onFound, onClose }: Props) {
  const { t } = useTranslation(['sim-activation', 'common']);
  const video = useRef<HTMLVideoElement>(null);
  const [trouble, setTrouble] = useState<'scanDenied' | 'scanFailed'>();
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  });
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    let own: Detector | undefined;
    let closed = false;
    const stop = () => {
      closed = true;
      clearInterval(timer);
      own?.close?.();
      release(stream);
    };
    const look = async (detector: Detector) => {
      const codes = video.current?.readyState ? await detector.detect(video.current) : [];
      const iccid = codes.map(({ rawValue }) => iccidIn(rawValue)).find(Boolean);
      if (iccid && !closed) {
        found.current(iccid);
      }
    };
    const start = async () => {
      const detector = await createDetector();
      if (closed) {
        detector.close?.();
        return; // the camera is not asked for
      }
      own = detector;
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (closed || !video.current) {
        release(stream);
        return;
      }
      video.current.srcObject = stream;
      await video.current.play();
      timer = setInterval(() => {
        look(detector).catch((error: unknown) => {
          console.warn('barcode', error);
          // A detector of the browser may fail on one picture; ours fails only if it cannot start.
          if (detector.close && !closed) {
            setTrouble('scanFailed');
            stop();
          }
        });
      }, lookEvery);
    };
    start().catch(() => setTrouble('scanDenied'));
    return stop;
  }, []);
  return (
    <Stack gap="sm" className={classes.scanner}>
      {trouble ? (
        <Notice tone="warning">{t(`find.${trouble}`)}</Notice>
      ) : (
        <>
          <p>{t('find.scanTitle')}</p>
          <video ref={video} muted playsInline />
        </>
      )}
      <Button variant="default" style={{ alignSelf: 'start' }} onClick={onClose}>
        {t('common:actions.close')}
      </Button>
    </Stack>
  );
}
