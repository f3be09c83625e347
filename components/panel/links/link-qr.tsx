"use client";
import { Download, Printer } from "lucide-react";
import { Button, ButtonLink } from "../../ui/button";
import { useWords } from "../../ui/language";
import { saveFile } from "../../ui/save-file";
import type { ShownLink } from "./link-types";
import { QrFailed, QrImage, useQrMatrix } from "./qr-image";
import { drawQrPng, drawQrSvg } from "./qr-picture";
import { shareWords } from "./share-words";

/** The link's QR code with the actions to download and print it. */
export function LinkQr({ link: { id, url, partnerReference } }: { link: ShownLink }) {
  const t = useWords(shareWords);
  const { data: matrix, error } = useQrMatrix(url);
  const name = t.file(partnerReference.toString());
  const savePng = async () => {
    const picture = matrix && (await drawQrPng(matrix));
    if (picture) saveFile(picture, `${name}.png`);
  };
  return (
    <div>
      <h3 className="mb-2 font-medium">{t.qr}</h3>
      {error ? (
        <QrFailed />
      ) : (
        <div className="w-44 overflow-hidden rounded-control border border-line">
          <QrImage matrix={matrix} label={t.qrLabel} />
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          disabled={!matrix}
          onClick={() => matrix && saveFile(new Blob([drawQrSvg(matrix)], { type: "image/svg+xml" }), `${name}.svg`)}
        >
          <Download aria-hidden="true" size={16} />
          {t.svg}
        </Button>
        <Button disabled={!matrix} onClick={() => void savePng()}>
          <Download aria-hidden="true" size={16} />
          {t.png}
        </Button>
        <ButtonLink href={`/panel/links/${id}/poster`}>
          <Printer aria-hidden="true" size={16} />
          {t.poster}
        </ButtonLink>
      </div>
    </div>
  );
}
