/** A QR code as SVG. What draws it is loaded when it is first needed. */
export async function drawQr(text: string): Promise<string> {
  const { default: bwip } = await import('bwip-js/node');
  return bwip.toSVG({ bcid: 'qrcode', text, padding: 4, backgroundcolor: 'ffffff' });
}
