"use client";
import { Download, Mail, MessageCircle, MessageSquare, Printer } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button, ButtonLink } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { CopyButton } from "../../ui/copy-button";
import { SelectField, TextArea, TextField } from "../../ui/field";
import { useLanguage } from "../../ui/language";
import { Section } from "../../ui/section";
import type { ShownLink } from "./link-types";
import { QrFailed, QrImage, useQrMatrix } from "./qr-image";
import { drawQrPng, drawQrSvg } from "./qr-picture";
import { shareTargets, shareTexts } from "./share-texts";

/**
 * The ways to send a link to the buyer. None of them opens the link's URL, because that would count as an open (D-9).
 */
export function ShareLink({ link }: { link: ShownLink }) {
  const t = useTranslations("panel.share");
  return (
    <Section title={t("title")}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div className="flex min-w-0 flex-col gap-4">
          <div className="flex flex-wrap items-end gap-2">
            <TextField
              label={t("address")}
              className="min-w-0 flex-1 basis-64"
              readOnly
              value={link.url}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <CopyButton text={link.url} label={t("copy")} />
            <p className="basis-full text-ink-soft">{t("addressHelp")}</p>
          </div>
          <ShareByText link={link} />
        </div>
        <LinkQr link={link} />
      </div>
    </Section>
  );
}

const channels = [
  ["whatsapp", MessageCircle],
  ["sms", MessageSquare],
  ["email", Mail],
] as const;

function ShareByText({ link }: { link: ShownLink }) {
  const t = useTranslations("panel.share");
  const texts = shareTexts(link);
  const language = useLanguage();
  const [key, setKey] = useState<string>(language);
  const [edited, setEdited] = useState<string | null>(null);
  const ready = texts.find((text) => text.key === key) ?? texts[0];
  if (!ready) return null;
  const body = edited ?? ready.body;
  const targets = shareTargets({ subject: ready.subject, body });
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label={t("text")}
        className="max-w-64"
        value={key}
        onChange={({ currentTarget: { value } }) => {
          setKey(value);
          setEdited(null);
        }}
      >
        {texts.map((text) => (
          <option key={text.key} value={text.key}>
            {t(`texts.${text.key}`)}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={t("edit")}
        rows={ready.key.endsWith("short") ? 3 : 11}
        lang={ready.language}
        value={body}
        onChange={({ currentTarget: { value } }) => setEdited(value)}
      />
      <div className="flex flex-wrap gap-2">
        {channels.map(([channel, Icon]) => (
          <a
            key={channel}
            href={targets[channel]}
            {...(channel === "whatsapp" && { target: "_blank", rel: "noopener noreferrer" })}
            className="inline-flex min-h-9 items-center justify-center gap-2 rounded-control border border-field-line bg-paper px-3 py-1.5 font-medium text-ink hover:bg-surface max-sm:min-h-11"
          >
            <Icon aria-hidden="true" size={16} />
            {t(channel)}
          </a>
        ))}
        <CopyButton text={body} label={t("copyText")} />
      </div>
    </div>
  );
}

/** The link's QR code with the actions to download and print it. */
function LinkQr({ link: { id, url, partnerReference } }: { link: ShownLink }) {
  const t = useTranslations("panel.share");
  const { data: matrix, error } = useQrMatrix(url);
  const name = t("file", { reference: partnerReference.toString() });
  const savePng = async () => {
    const picture = matrix && (await drawQrPng(matrix));
    if (picture) saveFile(picture, `${name}.png`);
  };
  return (
    <div>
      <h3 className="mb-2 font-medium">{t("qr")}</h3>
      {error ? (
        <QrFailed />
      ) : (
        <div className="w-44 overflow-hidden rounded-control border border-line">
          <QrImage matrix={matrix} label={t("qrLabel")} />
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          disabled={!matrix}
          onClick={() => matrix && saveFile(new Blob([drawQrSvg(matrix)], { type: "image/svg+xml" }), `${name}.svg`)}
        >
          <Download aria-hidden="true" size={16} />
          {t("svg")}
        </Button>
        <Button disabled={!matrix} onClick={() => void savePng()}>
          <Download aria-hidden="true" size={16} />
          {t("png")}
        </Button>
        <ButtonLink href={`/panel/links/${id}/poster`}>
          <Printer aria-hidden="true" size={16} />
          {t("poster")}
        </ButtonLink>
      </div>
    </div>
  );
}
