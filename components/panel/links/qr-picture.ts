import { qrPath, qrSettings } from "@/server/domain/web/qr";

/** A code with its margin, in rows; true is dark. */
export interface QrMatrix {
  readonly size: number;
  readonly data: readonly (readonly boolean[])[];
}

/** A link's address as a code; made here, so that the address goes nowhere. The encoder is loaded when it is needed. */
export async function qrMatrix(url: string): Promise<QrMatrix> {
  const { encode } = await import("uqr");
  const { data, size } = encode(url, qrSettings);
  return { data, size };
}

/** Of the pictures that are saved, pixels. */
export const pictureSize = 1024;

/** The code as a file of its own: black on white. */
export const qrSvg = ({ size, data }: QrMatrix): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureSize}" height="${pictureSize}" viewBox="0 0 ${size} ${size}" ` +
  `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/>` +
  `<path fill="#000" d="${qrPath(data)}"/></svg>`;

/** The same as pixels: each module is the same whole number of them, what is left over goes into the margin. */
export function qrPng({ size, data }: QrMatrix): Promise<Blob | null> {
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
