import { qrPath, qrSettings } from "@/server/domain/web/qr";

/** The modules of a QR code with its margin, row by row. True is a dark module. */
export interface QrMatrix {
  readonly size: number;
  readonly data: readonly (readonly boolean[])[];
}

/**
 * Encodes a link's URL. It runs in the browser, so that the URL is not sent anywhere; the encoder is loaded on demand.
 */
export async function encodeQr(url: string): Promise<QrMatrix> {
  const { encode } = await import("uqr");
  const { data, size } = encode(url, qrSettings);
  return { data, size };
}

/** The width and height of a downloaded picture, in pixels. */
const pictureSize = 1024;

/** Draws the QR code as an SVG file, black on white. */
export const drawQrSvg = ({ size, data }: QrMatrix): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureSize}" height="${pictureSize}" viewBox="0 0 ${size} ${size}" ` +
  `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/>` +
  `<path fill="#000" d="${qrPath(data)}"/></svg>`;

/**
 * Draws the QR code as PNG. Every module has the same whole number of pixels; the remaining pixels go into the margin.
 */
export function drawQrPng({ size, data }: QrMatrix): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = pictureSize;
  canvas.height = pictureSize;
  const module = Math.floor(pictureSize / size);
  const edge = Math.floor((pictureSize - module * size) / 2);
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, pictureSize, pictureSize);
  context.fillStyle = "#000";
  data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) context.fillRect(edge + x * module, edge + y * module, module, module);
    });
  });
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
