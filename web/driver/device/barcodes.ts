/** The camera as a reader of labels, where the browser has one. */
type Detector = { detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> };
type DetectorClass = {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

const ON_LABELS = ['qr_code', 'code_128'];
const LOOK_EVERY_MS = 150;

export async function canReadBarcodes(): Promise<boolean> {
  return (await findDetector()) !== undefined && navigator.mediaDevices !== undefined;
}

/** Shows the camera and tells every code that is seen, until it is stopped. Throws where the camera is not allowed. */
export async function readBarcodes(
  video: HTMLVideoElement,
  onCode: (code: string) => void,
  stopped: AbortSignal,
): Promise<void> {
  const detector = await findDetector();
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  if (detector === undefined || stopped.aborted) return stop();
  stopped.addEventListener('abort', stop, { once: true });
  video.srcObject = stream;
  await video.play();
  while (!stopped.aborted) {
    // A frame that is not there yet cannot be read; the next one can.
    const [code] = await detector.detect(video).catch(() => []);
    if (code !== undefined && !stopped.aborted) onCode(code.rawValue);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function findDetector(): Promise<Detector | undefined> {
  const { BarcodeDetector } = globalThis as { readonly BarcodeDetector?: DetectorClass };
  const known = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  const formats = ON_LABELS.filter((format) => known.includes(format));
  return BarcodeDetector === undefined || formats.length === 0 ? undefined : new BarcodeDetector({ formats });
}
