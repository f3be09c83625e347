import { encode } from "uqr";
import { qrPath, qrSettings } from "@/server/domain/web/qr";

/**
 * A text as a QR code, an SVG of one path: black on white whatever the page around it.
 * @param title what readers of the screen hear; not escaped
 */
export function qrCode(text: string, title: string, language: string): string {
  const { data, size } = encode(text, qrSettings);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" role="img" xml:lang="${language}"`,
    ` shape-rendering="crispEdges"><title>${title}</title>`,
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${qrPath(data)}"/></svg>`,
  ].join("");
}
