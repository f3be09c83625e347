"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { Skeleton } from "@/components/ui/skeleton";
import { qrPath } from "@/server/domain/web/qr";
import { encodeQr, type QrMatrix } from "./qr-picture";

/** Encodes a URL as a QR code in the browser, when it is first shown. */
export const useQrMatrix = (url: string) =>
  useQuery({ queryKey: ["qr", url], queryFn: () => encodeQr(url), staleTime: Number.POSITIVE_INFINITY });

/** A QR code as wide as its container. It is black on white in dark mode too. */
export function QrImage({ matrix, label }: { matrix: QrMatrix | undefined; label: string }) {
  if (!matrix) return <Skeleton className="aspect-square w-full" />;
  const { size, data } = matrix;
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges" className="w-full">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={qrPath(data)} />
    </svg>
  );
}

/** Shown when the QR code could not be made. */
export function QrFailed() {
  return <p className="text-bad">{useTranslations("panel.share")("qrFailed")}</p>;
}
