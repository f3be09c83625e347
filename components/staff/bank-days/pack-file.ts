import { dayFileTextMax } from "@/server/domain/bank-days/bank-day-inputs";

/** A larger file is not read at all: packed it would not fit either. Bytes. */
const fileBytesMax = 32 * 1024 * 1024;

/**
 * Packs a file by gzip, where the browser can, and writes it in base64. Returns null for a file that does not fit into
 * a request.
 */
export async function packFile(file: Blob): Promise<string | null> {
  if (file.size > fileBytesMax) return null;
  const packed = "CompressionStream" in globalThis ? file.stream().pipeThrough(new CompressionStream("gzip")) : file;
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return writtenLength(bytes) > dayFileTextMax ? null : toBase64(bytes);
}

const writtenLength = ({ length }: Uint8Array): number => Math.ceil(length / 3) * 4;

/** How many bytes are written at once; more arguments than the engine allows would throw. */
const chunkBytes = 8_192;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let n = 0; n < bytes.length; n += chunkBytes) text += String.fromCharCode(...bytes.subarray(n, n + chunkBytes));
  return btoa(text);
}
