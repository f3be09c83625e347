import { drawInteger, type Random } from "@/server/domain/random";

/** Draws decimal digits. */
export const drawDigits = (random: Random, length: number): string =>
  Array.from({ length }, () => drawInteger(random, 10)).join("");

/** Draws upper-case hexadecimal digits. @param length an even number */
export const drawHex = (random: Random, length: number): string =>
  random
    .bytes(length / 2)
    .toString("hex")
    .toUpperCase();

/** Draws a UUID of version 4. */
export function drawUuid(random: Random): string {
  const bytes = Buffer.from(random.bytes(16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
