import { problem } from "../field-words";
import { checkedText, codeText, jsonObject } from "../fields";

// The logo that a merchant uploads, and what may be uploaded (D-275).

/** The largest file of a logo, in bytes. */
export const logoBytesMax = 524_288;

/** The smallest and the largest width and height of an uploaded picture, in pixels. */
export const logoPixels = { min: 32, max: 4_096 } as const;

/** The box into which a logo is fitted, in pixels: three times the size in which buyers see it. */
export const logoBox = { width: 480, height: 144 } as const;

/** The media types that a file field offers. */
export const logoTypes = "image/png,image/jpeg,image/webp";

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const isTooLarge = (text: string): boolean => text.length > Math.ceil(logoBytesMax / 3) * 4;

/** A file as base64. */
export const logoInput = jsonObject({
  content: checkedText((text) => {
    if (isTooLarge(text)) return problem("picture_size", logoBytesMax / 1_024);
    return text !== "" && base64.test(text) ? null : problem("picture_kind");
  }),
});

export const oneLogoRequest = jsonObject({ requestId: codeText(64) });

/** Returns what is wrong with a file before anything decodes it, as `problem` encodes it; null for nothing. */
export function findFileProblem(file: Uint8Array): string | null {
  if (file.length > logoBytesMax) return problem("picture_size", logoBytesMax / 1_024);
  if (isPng(file)) return isAnimatedPng(file) ? problem("picture_moves") : null;
  return isJpeg(file) || isWebp(file) ? null : problem("picture_kind");
}

const text = (file: Uint8Array, from: number, to: number): string => String.fromCharCode(...file.subarray(from, to));

const isPng = (file: Uint8Array): boolean => text(file, 0, 8) === "\x89PNG\r\n\x1a\n";
const isJpeg = (file: Uint8Array): boolean => file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff;
const isWebp = (file: Uint8Array): boolean => text(file, 0, 4) === "RIFF" && text(file, 8, 12) === "WEBP";

/** Returns whether a PNG has the chunk `acTL`, which begins an animation, before its first picture data. */
function isAnimatedPng(file: Uint8Array): boolean {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = 8; at + 8 <= file.length; at += 12 + view.getUint32(at)) {
    const chunk = text(file, at + 4, at + 8);
    if (chunk === "acTL" || chunk === "IDAT") return chunk === "acTL";
  }
  return false;
}
