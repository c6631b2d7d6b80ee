import { prepareZXingModule } from 'zxing-wasm/reader';
import program from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { readBarcode } from './read-barcode';

/**
 * Reads barcodes in a worker of its own: only this file may compile WebAssembly, not the pages
 * (api/server/middleware/headers.go knows its name).
 */
prepareZXingModule({ overrides: { locateFile: () => program } });

addEventListener('message', ({ data }: MessageEvent<ImageData>) => {
  readBarcode(data)
    .then((texts) => postMessage(texts))
    // The page hears of it as an error of this worker.
    .catch(reportError);
});
