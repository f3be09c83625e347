"use client";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { brandNames } from "@/server/domain/pricing/card-brand-names";
import { cardBrands, cardFamilies } from "@/server/domain/pricing/installments";
import { countMax } from "@/server/domain/pricing/tariff";
import type { TariffDraft } from "@/server/domain/pricing/tariff-draft";
import { type CardLine, toLineKey } from "@/server/domain/pricing/tariff-order";
import { Button } from "../../ui/button";
import { SelectField, TextField } from "../../ui/field";

/** Adds a kind of card as a line of the grid. */
export function AddLine({ draft, onLine }: { readonly draft: TariffDraft; onLine(line: CardLine): void }) {
  const t = useTranslations("staff.tariffs");
  const families = useTranslations("shared.cardFamilies");
  const [family, setFamily] = useState<CardLine["family"]>("credit");
  const [brand, setBrand] = useState<CardLine["brand"]>(null);
  const [onUs, setOnUs] = useState<CardLine["onUs"]>(null);
  const [isTried, setTried] = useState(false);
  const line = { family, brand, onUs };
  const exists = draft.lines.some((other) => toLineKey(other) === toLineKey(line));
  const add = () => {
    setTried(exists);
    if (!exists) onLine(line);
  };
  return (
    <>
      <SelectField
        label={t("family")}
        value={family}
        onChange={({ target }) => setFamily(cardFamilies.find((one) => one === target.value) ?? "credit")}
      >
        {cardFamilies.map((one) => (
          <option key={one} value={one}>
            {families(one)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t("programme")}
        value={brand ?? ""}
        error={isTried && exists ? t("lineExists") : null}
        onChange={({ target }) => setBrand(cardBrands.find((one) => one === target.value) ?? null)}
      >
        <option value="">{t("anyBrand")}</option>
        {cardBrands.map((one) => (
          <option key={one} value={one}>
            {brandNames[one]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t("issuer")}
        value={String(onUs ?? "")}
        onChange={({ target }) => setOnUs(target.value === "" ? null : target.value === "true")}
      >
        <option value="">{t("anyIssuer")}</option>
        <option value="true">{t("onUs")}</option>
        <option value="false">{t("notOnUs")}</option>
      </SelectField>
      <Button className="sm:mt-6" onClick={add}>
        {t("addLine")}
      </Button>
    </>
  );
}

/** Adds an installment count as a column of the grid. */
export function AddCount({ draft, onCount }: { readonly draft: TariffDraft; onCount(count: number): void }) {
  const t = useTranslations("staff.tariffs");
  const [count, setCount] = useState("");
  const [problem, setProblem] = useState<"countInvalid" | "countExists" | null>(null);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const isCount = /^[0-9]{1,2}$/.test(count.trim()) && Number(count) >= 1 && Number(count) <= countMax;
    const found = isCount ? (draft.counts.includes(Number(count)) ? "countExists" : null) : "countInvalid";
    setProblem(found);
    if (found !== null) return;
    onCount(Number(count));
    setCount("");
  };
  return (
    <form className="flex items-start gap-2" onSubmit={add} noValidate>
      <TextField
        label={t("count")}
        inputMode="numeric"
        autoComplete="off"
        className="w-40"
        value={count}
        onChange={({ target }) => {
          setProblem(null);
          setCount(target.value);
        }}
        error={problem && t(problem)}
      />
      <Button type="submit" className="mt-6">
        {t("addCount")}
      </Button>
    </form>
  );
}
