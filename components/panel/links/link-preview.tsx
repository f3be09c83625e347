"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Refreshing } from "@/components/ui/refreshing";
import { displayAmount, isPaymentAmount } from "@/server/domain/money";
import { brandNames } from "../../pay/link/card-brands";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { useDebounced } from "../../ui/use-debounced";
import { useTRPC } from "../trpc";
import type { LinkDraft } from "./new-link-draft";
import { type NewLinkWords, newLinkWords } from "./new-link-words";
import { groupPreviewCards, type PreviewCard, type PreviewGroup, type PreviewOption } from "./preview-groups";

/** How long the draft must not change before the preview is fetched, in ms. */
const debounceMs = 250;

/** Shows which options each card programme gets on the drafted link, and the merchant's net amount for each. */
export function LinkPreview({ draft }: { draft: LinkDraft }) {
  const t = useWords(newLinkWords);
  const trpc = useTRPC();
  const { terminalId, amountKurus, customerShareBps, counts } = draft;
  const key = useDebounced(JSON.stringify([terminalId, amountKurus?.toString(), customerShareBps, counts]), debounceMs);
  const isSettled = key === JSON.stringify([terminalId, amountKurus?.toString(), customerShareBps, counts]);
  const isReady = isPaymentAmount(amountKurus) && terminalId !== "";
  const input = {
    terminalId,
    amountKurus: amountKurus ?? 1n,
    customerShareBps,
    allowedCounts: counts === null ? null : [...counts],
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...trpc.link.preview.queryOptions(input, { enabled: isReady && isSettled }),
    placeholderData: keepPreviousData,
  });
  const isStale = isPlaceholderData || !isSettled;
  return (
    <Section title={t.previewTitle}>
      {!isReady && <p className="text-ink-soft">{t.previewEmpty}</p>}
      {isReady && error && <FailureNotice title={t.previewFailed} error={error} onRetry={refetch} />}
      {isReady && !error && !data && <Skeleton className="h-80 w-full" />}
      {isReady && !error && data && (
        <Refreshing isStale={isStale}>
          <div className="flex flex-col gap-4">
            {groupPreviewCards(data.cards).map((group, index) => (
              <Group key={formatGroupName(group, t)} group={group} isFirst={index === 0} />
            ))}
          </div>
        </Refreshing>
      )}
    </Section>
  );
}

const formatGroupName = ({ cards }: PreviewGroup, t: NewLinkWords): string =>
  cards.map((card) => formatCardName(card, t)).join(", ");

function formatCardName({ brand, family, onUs }: PreviewCard, t: NewLinkWords): string {
  const name = brand === null ? t.programmes[family] : brandNames[brand];
  if (onUs === null) return name;
  return onUs ? t.onUs(name) : t.notOnUs(name);
}

/** The options of one group. Only the first table shows its column heads; screen readers get them for every table. */
function Group({ group, isFirst }: { group: PreviewGroup; isFirst: boolean }) {
  const t = useWords(newLinkWords);
  const name = formatGroupName(group, t);
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <h3 className="bg-surface px-2 py-2 sm:px-3 font-medium">{name}</h3>
      {group.options.length === 0 ? (
        <p className="px-3 py-2 text-ink-soft">{t.previewNone}</p>
      ) : (
        <table className="w-full table-fixed border-collapse">
          <caption className="sr-only">{name}</caption>
          <thead className={isFirst ? "text-ink-soft" : "sr-only"}>
            <tr>
              <th scope="col" className="px-2 py-1 sm:px-3 text-left font-normal">
                {t.option}
              </th>
              <th scope="col" className="px-2 py-1 sm:px-3 text-right font-normal">
                {t.buyerPays}
              </th>
              <th scope="col" className="px-2 py-1 sm:px-3 text-right font-normal">
                {t.yourNet}
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
  const t = useWords(newLinkWords);
  const language = useLanguage();
  const { installmentCount: count, totalKurus, shareKurus, netKurus, commissionKurus, monthly } = option;
  /** Formats an amount with no-break spaces, so that it never wraps. */
  const formatAmount = (kurus: bigint) => displayAmount(kurus, language).replaceAll(" ", "\u00a0");
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="px-2 py-1.5 sm:px-3 text-left font-normal">
        {count === 1 ? t.single : t.installments(count)}
        {count > 1 && option.isPayable && (
          <span className="block text-ink-soft">
            {t.perMonth(formatAmount(monthly.firstKurus), formatAmount(monthly.restKurus))}
          </span>
        )}
      </th>
      {option.isPayable ? (
        <>
          <td className="px-2 py-1.5 sm:px-3 text-right">
            {formatAmount(totalKurus)}
            <span className="block text-ink-soft">{shareKurus === 0n ? t.noFee : t.fee(formatAmount(shareKurus))}</span>
          </td>
          <td className="px-2 py-1.5 sm:px-3 text-right">
            {formatAmount(netKurus)}
            <span className="block text-ink-soft">{t.commission(formatAmount(commissionKurus))}</span>
          </td>
        </>
      ) : (
        <td colSpan={2} className="px-2 py-1.5 sm:px-3 text-right">
          <s>{formatAmount(totalKurus)}</s>
          <span className="block text-warn">{t.overBound}</span>
        </td>
      )}
    </tr>
  );
}
