/** Takes the present picture of the camera; undefined before the first one. */
function takePicture(context: CanvasRenderingContext2D, video: HTMLVideoElement): ImageData | undefined {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0) {
    return undefined;
  }
  context.canvas.width = width;
  context.canvas.height = height;
  context.drawImage(video, 0, 0);
  return context.getImageData(0, 0, width, height);
}

/**
 * Reads barcodes in a browser without a detector of its own, such as Safari on iPhones. Rejects if the reader
 * cannot be loaded.
 */
export function createPictureDetector() {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const reader = new Worker(new URL('./barcode-reader.ts', import.meta.url), { type: 'module' });
  let reading: Promise<string[]> | undefined;
  const read = (picture: ImageData) =>
    new Promise<string[]>((resolve, reject) => {
      reader.onmessage = ({ data }: MessageEvent<string[]>) => resolve(data);
      reader.onerror = ({ message }) => reject(new Error(message || 'the barcode reader does not start'));
      reader.postMessage(picture);
    });
  return {
    detect: async (video: HTMLVideoElement) => {
      const picture = context && !reading ? takePicture(context, video) : undefined;
      if (!picture) {
        return []; // the reader still reads the former picture
      }
      reading = read(picture);
      try {
        return (await reading).map((rawValue) => ({ rawValue }));
      } finally {
        reading = undefined;
      }
    },
    close: () => reader.terminate(),
  };
}
