"use client";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button";
import { CheckField, SelectField, TextArea, TextField } from "../../../ui/field";
import { useWords } from "../../../ui/language";
import { PageHead } from "../../../ui/page-head";
import { useTRPC } from "../../trpc";
import { DeveloperTabs } from "../developer-tabs";
import { GuideLink } from "../guide-link";
import { utf8 } from "./body-candidates";
import { checkSignature, type SignatureInput, type SignatureVerdict } from "./check-signature";
import { hmacSha256 } from "./digests";
import { SignatureResult } from "./signature-result";
import { toBase64, toHex } from "./signature-value";
import { signatureWords } from "./signature-words";

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

interface Checked {
  readonly verdict: SignatureVerdict;
  /** The last four characters of the checked secret. */
  readonly end: string;
}

/** Checks the signature of a received webhook and explains why it is wrong. The check runs only in the browser. */
export function SignatureScreen() {
  const t = useWords(signatureWords);
  const trpc = useTRPC();
  const settings = useQuery(trpc.webhook.settings.queryOptions());
  const [input, setInput] = useState(emptyInput);
  const [checked, setChecked] = useState<Checked | null>(null);
  const change = (part: Partial<SignatureInput>) => {
    setInput((before) => ({ ...before, ...part }));
    setChecked(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void checkSignature(input).then((verdict) => setChecked({ verdict, end: input.secret.trim().slice(-4) }));
  };
  return (
    <>
      <PageHead title={t.title} actions={<GuideLink />}>
        <p className="max-w-prose">{t.intro}</p>
      </PageHead>
      <DeveloperTabs />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <form className="flex flex-col gap-4" onSubmit={submit}>
          <ExampleField onLoad={(name) => void buildExample(name).then(change)} />
          <SignatureFields input={input} onChange={change} />
          <div>
            <Button type="submit" tone="primary">
              {t.check}
            </Button>
          </div>
        </form>
        <SignatureResult verdict={checked?.verdict ?? null} end={checked?.end ?? ""} known={settings.data} />
      </div>
    </>
  );
}

function ExampleField({ onLoad }: { onLoad: (name: ExampleName) => void }) {
  const t = useWords(signatureWords);
  return (
    <SelectField
      label={t.example}
      value=""
      onChange={({ target }) => {
        const name = exampleNames.find((one) => one === target.value);
        if (name) onLoad(name);
      }}
    >
      <option value="">{t.examples.none}</option>
      {exampleNames.map((name) => (
        <option key={name} value={name}>
          {t.examples[name]}
        </option>
      ))}
    </SelectField>
  );
}

/** The input fields. They have no `name`, so that a native form submission would not send the secret. */
function SignatureFields({
  input,
  onChange,
}: {
  input: SignatureInput;
  onChange: (part: Partial<SignatureInput>) => void;
}) {
  const t = useWords(signatureWords);
  const [isShown, setShown] = useState(false);
  const plain = { autoComplete: "off", autoCapitalize: "off", spellCheck: false } as const;
  return (
    <>
      <div>
        <TextField
          {...plain}
          label={t.secret}
          hint={t.secretHint}
          type={isShown ? "text" : "password"}
          autoComplete="one-time-code"
          value={input.secret}
          onChange={({ target }) => onChange({ secret: target.value })}
        />
        <CheckField label={t.show} checked={isShown} onChange={({ target }) => setShown(target.checked)} />
      </div>
      <TextArea
        {...plain}
        label={t.body}
        hint={t.bodyHint}
        rows={6}
        value={input.body}
        onChange={({ target }) => onChange({ body: target.value })}
      />
      <TextArea
        {...plain}
        label={t.headers}
        hint={t.headersHint}
        rows={4}
        value={input.headers}
        onChange={({ target }) => onChange({ headers: target.value })}
      />
      <TextField
        {...plain}
        label={t.computed}
        hint={t.computedHint}
        value={input.computed}
        onChange={({ target }) => onChange({ computed: target.value })}
      />
    </>
  );
}
