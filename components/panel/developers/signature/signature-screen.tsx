"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Control, useForm, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { Button } from "../../../ui/button";
import { CheckField, SelectField } from "../../../ui/field";
import { FormText, FormTextArea } from "../../../ui/form/text-fields";
import { PageHead } from "../../../ui/page-head";
import { useTRPC } from "../../trpc";
import { DeveloperTabs } from "../developer-tabs";
import { GuideLink } from "../guide-link";
import { utf8 } from "./body-candidates";
import { checkSignature, type SignatureInput, type SignatureVerdict } from "./check-signature";
import { hmacSha256 } from "./digests";
import { SignatureResult } from "./signature-result";
import { toBase64, toHex } from "./signature-value";

const exampleNames = ["valid", "newline", "reserialised", "base64"] as const;
type ExampleName = (typeof exampleNames)[number];

/** An invented secret; no account uses it. */
const exampleSecret = "whsec_b3JuZWtfYW5haHRhcl9zYWtsYW1h";
const exampleId = "whd_01EXAMPLE0000000000000000";
const exampleEvent = {
  id: exampleId,
  type: "payment.captured",
  paymentCode: "pay_01EXAMPLE0000000000000000",
  occurredAt: "2026-01-02T03:04:05.000Z",
};

/** Builds an example input for the signature check. */
async function buildExample(name: ExampleName): Promise<SignatureInput> {
  const body = JSON.stringify(exampleEvent);
  const digest = await hmacSha256(utf8(exampleSecret), utf8(body));
  const headers = `X-Service-Signature: sha256=${toHex(digest)}\nX-Service-Timestamp: 1767323045\nX-Service-Delivery-Id: ${exampleId}`;
  const input = { secret: exampleSecret, body, headers, computed: "" };
  if (name === "newline") return { ...input, body: `${body}\n` };
  if (name === "reserialised") return { ...input, body: JSON.stringify(exampleEvent, null, 2) };
  if (name === "base64") return { ...input, computed: toBase64(digest) };
  return input;
}

const emptyInput: SignatureInput = { secret: "", body: "", headers: "", computed: "" };
const inputNames = Object.keys(emptyInput) as (keyof SignatureInput)[];

interface Checked {
  readonly input: SignatureInput;
  readonly verdict: SignatureVerdict;
}

/** Checks the signature of a received webhook and explains why it is wrong. The check runs only in the browser. */
export function SignatureScreen() {
  const t = useTranslations("panel.signature");
  const trpc = useTRPC();
  const settings = useQuery(trpc.webhook.settings.queryOptions());
  // No schema: every text is an answer to show, and nothing of it is sent.
  const { control, handleSubmit, reset } = useForm<SignatureInput>({ defaultValues: emptyInput });
  const typed = useWatch({ control });
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = async (input: SignatureInput) => setChecked({ input, verdict: await checkSignature(input) });
  const shown = checked && inputNames.every((name) => checked.input[name] === typed[name]) ? checked : null;
  return (
    <>
      <PageHead title={t("title")} actions={<GuideLink />}>
        <p className="max-w-prose">{t("intro")}</p>
      </PageHead>
      <DeveloperTabs />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <form className="flex flex-col gap-4" onSubmit={(event) => void handleSubmit(check)(event)}>
          <ExampleField onLoad={(name) => void buildExample(name).then(reset)} />
          <SignatureFields control={control} />
          <div>
            <Button type="submit" tone="primary">
              {t("check")}
            </Button>
          </div>
        </form>
        <SignatureResult
          verdict={shown?.verdict ?? null}
          end={shown?.input.secret.trim().slice(-4) ?? ""}
          known={settings.data}
        />
      </div>
    </>
  );
}

function ExampleField({ onLoad }: { onLoad: (name: ExampleName) => void }) {
  const t = useTranslations("panel.signature");
  return (
    <SelectField
      label={t("example")}
      value=""
      onChange={({ target }) => {
        const name = exampleNames.find((one) => one === target.value);
        if (name) onLoad(name);
      }}
    >
      <option value="">{t("examples.none")}</option>
      {exampleNames.map((name) => (
        <option key={name} value={name}>
          {t(`examples.${name}`)}
        </option>
      ))}
    </SelectField>
  );
}

/** The input fields. They have no `name`, so that a native form submission would not send the secret. */
function SignatureFields({ control }: { control: Control<SignatureInput> }) {
  const t = useTranslations("panel.signature");
  const [isShown, setShown] = useState(false);
  const plain = { control, keepsBlanks: true, autoComplete: "off", autoCapitalize: "off", spellCheck: false } as const;
  return (
    <>
      <div>
        <FormText
          {...plain}
          name="secret"
          label={t("secret")}
          hint={t("secretHint")}
          type={isShown ? "text" : "password"}
          autoComplete="one-time-code"
        />
        <CheckField label={t("show")} checked={isShown} onChange={({ target }) => setShown(target.checked)} />
      </div>
      <FormTextArea {...plain} name="body" label={t("body")} hint={t("bodyHint")} rows={6} />
      <FormTextArea {...plain} name="headers" label={t("headers")} hint={t("headersHint")} rows={4} />
      <FormText {...plain} name="computed" label={t("computed")} hint={t("computedHint")} />
    </>
  );
}
