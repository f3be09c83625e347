"use client";
import { Download, Printer } from "lucide-react";
import { Button, ButtonLink } from "../../ui/button";
import { useWords } from "../../ui/language";
import { saveFile } from "../../ui/save-file";
import type { ShownLink } from "./link-type";
import { QrCode, QrFailed, useQrMatrix } from "./qr-code";
import { qrPng, qrSvg } from "./qr-picture";
import { shareWords } from "./share-words";

/** The link's code, to look at, to save and to print. */
export function LinkQr({ link: { id, url, partnerReference } }: { link: ShownLink }) {
  const said = useWords(shareWords);
  const { data: matrix, error } = useQrMatrix(url);
  const name = said.file(partnerReference.toString());
  const savePng = async () => {
    const picture = matrix && (await qrPng(matrix));
    if (picture) saveFile(picture, `${name}.png`);
  };
  return (
    <div>
      <h3 className="mb-2 font-medium">{said.qr}</h3>
      {error ? (
        <QrFailed />
      ) : (
        <div className="w-44 overflow-hidden rounded-control border border-line">
          <QrCode matrix={matrix} label={said.qrLabel} />
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          disabled={!matrix}
          onClick={() =>
            matrix && saveFile(new Blob([qrSvg(matrix)], { type: "image/svg+xml" }), `${name}.svg`)
          }
        >
          <Download aria-hidden="true" size={16} />
          {said.svg}
        </Button>
        <Button disabled={!matrix} onClick={() => void savePng()}>
          <Download aria-hidden="true" size={16} />
          {said.png}
        </Button>
        <ButtonLink href={`/panel/links/${id}/poster`}>
          <Printer aria-hidden="true" size={16} />
          {said.poster}
        </ButtonLink>
      </div>
    </div>
  );
}
