import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  NotFoundException,
  RGBLuminanceSource,
} from '@zxing/library';

const reader = new MultiFormatReader();
reader.setHints(
  new Map<DecodeHintType, unknown>([
    [
      DecodeHintType.POSSIBLE_FORMATS,
      [BarcodeFormat.CODE_128, BarcodeFormat.EAN_13, BarcodeFormat.ITF, BarcodeFormat.QR_CODE],
    ],
    [DecodeHintType.TRY_HARDER, true],
  ]),
);

/** Returns the text of the barcode in a picture; undefined without a barcode that can be read. */
export function readBarcode({ data, width, height }: ImageData): string | undefined {
  const picture = new RGBLuminanceSource(new Int32Array(data.buffer), width, height);
  try {
    return reader.decodeWithState(new BinaryBitmap(new HybridBinarizer(picture))).getText();
  } catch (error) {
    if (error instanceof NotFoundException) {
      return undefined;
    }
    throw error;
  }
}

/** Reads barcodes in a browser without a detector of its own, such as Safari on iPhones. */
export function createPictureDetector() {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return {
    detect: async (video: HTMLVideoElement) => {
      const { videoWidth: width, videoHeight: height } = video;
      if (!context || width === 0) {
        return [];
      }
      canvas.width = width;
      canvas.height = height;
      context.drawImage(video, 0, 0);
      const rawValue = readBarcode(context.getImageData(0, 0, width, height));
      return rawValue ? [{ rawValue }] : [];
    },
  };
}
