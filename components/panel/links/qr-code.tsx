"use client";
import { useQuery } from "@tanstack/react-query";
import { qrPath } from "@/server/domain/web/qr";
import { useWords } from "../../ui/language";
import { Skeleton } from "../../ui/skeleton";
import { type QrMatrix, qrMatrix } from "./qr-picture";
import { shareWords } from "./share-words";

/** The code of an address, made in this browser when it is first shown. */
export const useQrMatrix = (url: string) =>
  useQuery({ queryKey: ["qr", url], queryFn: () => qrMatrix(url), staleTime: Number.POSITIVE_INFINITY });

/** A code as wide as its place: black on white whatever the page around it. */
export function QrCode({ matrix, label }: { matrix: QrMatrix | undefined; label: string }) {
  if (!matrix) return <Skeleton className="aspect-square w-full" />;
  const { size, data } = matrix;
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="w-full"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={qrPath(data)} />
    </svg>
  );
}

/** What stands where the code could not be made. */
export function QrFailed() {
  return <p className="text-bad">{useWords(shareWords).qrFailed}</p>;
}
