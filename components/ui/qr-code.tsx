"use client";
import { encode } from "uqr";
import { qrPath, qrSettings } from "@/server/domain/web/qr";

/** A QR code as SVG. It is black on white in dark mode too, because not every camera reads inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, qrSettings);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control border border-line"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={qrPath(data)} />
    </svg>
  );
}
