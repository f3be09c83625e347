"use client";
import { useTranslations } from "use-intl/react";
import { Refreshing } from "@/components/ui/refreshing";
import type { Translator } from "@/messages/catalogues";
import { displayAmount } from "@/server/domain/money";
import { brandNames } from "@/server/domain/pricing/card-brand-names";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import type { LinkDraftControl } from "./new-link-draft";
import { groupPreviewCards, type PreviewCard, type PreviewGroup, type PreviewOption } from "./preview-groups";
import { useLinkPreview } from "./use-link-preview";

/** Shows which options each card programme gets on the drafted link, and the merchant's net amount for each. */
export function LinkPreview({ control }: { control: LinkDraftControl }) {
  const t = useTranslations("panel.newLink");
  const { isReady, preview, error, refetch, isStale } = useLinkPreview(control);
  return (
    <Section title={t("previewTitle")}>
      {!isReady && <p className="text-ink-soft">{t("previewEmpty")}</p>}
      {error && <FailureNotice title={t("previewFailed")} error={error} onRetry={refetch} />}
      {isReady && !error && !preview && <Skeleton className="h-80 w-full" />}
      {!error && preview && (
        <Refreshing isStale={isStale}>
          <div className="flex flex-col gap-4">
            {groupPreviewCards(preview.cards).map((group, index) => (
              <Group key={formatGroupName(group, t)} group={group} isFirst={index === 0} />
            ))}
          </div>
        </Refreshing>
      )}
    </Section>
  );
}

const formatGroupName = ({ cards }: PreviewGroup, t: Translator<"panel.newLink">): string =>
  cards.map((card) => formatCardName(card, t)).join(", ");

function formatCardName({ brand, family, onUs }: PreviewCard, t: Translator<"panel.newLink">): string {
  const name = brand === null ? t(`programmes.${family}`) : brandNames[brand];
  if (onUs === null) return name;
  return t(onUs ? "onUs" : "notOnUs", { name });
}

/** The options of one group. Only the first table shows its column heads; screen readers get them for every table. */
function Group({ group, isFirst }: { group: PreviewGroup; isFirst: boolean }) {
  const t = useTranslations("panel.newLink");
  const name = formatGroupName(group, t);
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <h3 className="bg-surface px-2 py-2 sm:px-3 font-medium">{name}</h3>
      {group.options.length === 0 ? (
        <p className="px-3 py-2 text-ink-soft">{t("previewNone")}</p>
      ) : (
        <table className="w-full table-fixed border-collapse">
          <caption className="sr-only">{name}</caption>
          <thead className={isFirst ? "text-ink-soft" : "sr-only"}>
            <tr>
              <th scope="col" className="px-2 py-1 sm:px-3 text-left font-normal">
                {t("option")}
              </th>
              <th scope="col" className="px-2 py-1 sm:px-3 text-right font-normal">
                {t("buyerPays")}
              </th>
              <th scope="col" className="px-2 py-1 sm:px-3 text-right font-normal">
                {t("yourNet")}
              </th>
            </tr>
          </thead>
          <tbody>
            {group.options.map((option) => (
              <Option key={option.installmentCount} option={option} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function Option({ option }: { option: PreviewOption }) {
  const t = useTranslations("panel.newLink");
  const language = useLanguage();
  const { installmentCount: count, totalKurus, shareKurus, netKurus, commissionKurus, monthly } = option;
  /** Formats an amount with no-break spaces, so that it never wraps. */
  const formatAmount = (kurus: bigint) => displayAmount(kurus, language).replaceAll(" ", "\u00a0");
  const kind = count === 1 ? "single" : "installments";
  const [first, rest] = [formatAmount(monthly.firstKurus), formatAmount(monthly.restKurus)];
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="px-2 py-1.5 sm:px-3 text-left font-normal">
        {count === 1 ? t("single") : t("installments", { count })}
        {count > 1 && option.isPayable && (
          <span className="block text-ink-soft">
            {first === rest ? t("perMonth.same", { rest }) : t("perMonth.different", { first, rest })}
          </span>
        )}
      </th>
      {option.isPayable ? (
        <>
          <td className="px-2 py-1.5 sm:px-3 text-right">
            {formatAmount(totalKurus)}
            <span className="block text-ink-soft">
              {shareKurus === 0n ? t(`noFee.${kind}`) : t(`fee.${kind}`, { amount: formatAmount(shareKurus) })}
            </span>
          </td>
          <td className="px-2 py-1.5 sm:px-3 text-right">
            {formatAmount(netKurus)}
            <span className="block text-ink-soft">{t("commission", { amount: formatAmount(commissionKurus) })}</span>
          </td>
        </>
      ) : (
        <td colSpan={2} className="px-2 py-1.5 sm:px-3 text-right">
          <s>{formatAmount(totalKurus)}</s>
          <span className="block text-warn">{t("overBound")}</span>
        </td>
      )}
    </tr>
  );
}
