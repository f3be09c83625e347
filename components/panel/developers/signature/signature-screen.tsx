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
import { checkSignature, type SignatureInput, type SignatureVerdict } from "./check-signature";
import { type ExampleName, exampleNames, exampleOf } from "./examples";
import { SignatureResult } from "./signature-result";
import { signatureWords } from "./signature-words";

const nothing: SignatureInput = { secret: "", body: "", headers: "", computed: "" };

interface Checked {
  readonly verdict: SignatureVerdict;
  /** Of the secret that was checked. */
  readonly end: string;
}

/** Says of a webhook that came whether its signature is right, and if not, why: in this browser alone. */
export function SignatureScreen() {
  const said = useWords(signatureWords);
  const trpc = useTRPC();
  const settings = useQuery(trpc.webhook.settings.queryOptions());
  const [input, setInput] = useState(nothing);
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
      <PageHead title={said.title} actions={<GuideLink />}>
        <p className="max-w-prose">{said.intro}</p>
      </PageHead>
      <DeveloperTabs />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <form className="flex flex-col gap-4" onSubmit={submit}>
          <ExampleField onLoad={(name) => void exampleOf(name).then(change)} />
          <SignatureFields input={input} onChange={change} />
          <div>
            <Button type="submit" tone="primary">
              {said.check}
            </Button>
          </div>
        </form>
        <SignatureResult verdict={checked?.verdict ?? null} end={checked?.end ?? ""} known={settings.data} />
      </div>
    </>
  );
}

function ExampleField({ onLoad }: { onLoad: (name: ExampleName) => void }) {
  const said = useWords(signatureWords);
  return (
    <SelectField
      label={said.example}
      value=""
      onChange={({ target }) => {
        const name = exampleNames.find((one) => one === target.value);
        if (name) onLoad(name);
      }}
    >
      <option value="">{said.examples.none}</option>
      {exampleNames.map((name) => (
        <option key={name} value={name}>
          {said.examples[name]}
        </option>
      ))}
    </SelectField>
  );
}

/** None of them has a name: a browser that submits the form by itself would send nothing. */
function SignatureFields({
  input,
  onChange,
}: {
  input: SignatureInput;
  onChange: (part: Partial<SignatureInput>) => void;
}) {
  const said = useWords(signatureWords);
  const [isShown, setShown] = useState(false);
  const plain = { autoComplete: "off", autoCapitalize: "off", spellCheck: false } as const;
  return (
    <>
      <div>
        <TextField
          {...plain}
          label={said.secret}
          hint={said.secretHint}
          type={isShown ? "text" : "password"}
          autoComplete="one-time-code"
          value={input.secret}
          onChange={({ target }) => onChange({ secret: target.value })}
        />
        <CheckField label={said.show} checked={isShown} onChange={({ target }) => setShown(target.checked)} />
      </div>
      <TextArea
        {...plain}
        label={said.body}
        hint={said.bodyHint}
        rows={6}
        value={input.body}
        onChange={({ target }) => onChange({ body: target.value })}
      />
      <TextArea
        {...plain}
        label={said.headers}
        hint={said.headersHint}
        rows={4}
        value={input.headers}
        onChange={({ target }) => onChange({ headers: target.value })}
      />
      <TextField
        {...plain}
        label={said.computed}
        hint={said.computedHint}
        value={input.computed}
        onChange={({ target }) => onChange({ computed: target.value })}
      />
    </>
  );
}
