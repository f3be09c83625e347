"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { displayAmount } from "@/server/domain/money";
import { brandNames } from "../../pay/link/card-brands";
import { isAmount } from "../../ui/amount-text";
import { BeingRead } from "../../ui/being-read";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { useDebounced } from "../../ui/use-debounced";
import { useTRPC } from "../trpc";
import type { LinkDraft } from "./new-link-draft";
import { type NewLinkWords, newLinkWords } from "./new-link-words";
import { type PreviewCard, type PreviewGroup, type PreviewOption, previewGroups } from "./preview-groups";

const stillMs = 250;

/** What each card programme is offered on the link that is being written, and what that leaves the merchant. */
export function LinkPreview({ draft }: { draft: LinkDraft }) {
  const said = useWords(newLinkWords);
  const trpc = useTRPC();
  const { terminalId, amountKurus, customerShareBps, counts } = draft;
  const key = useDebounced(
    JSON.stringify([terminalId, amountKurus?.toString(), customerShareBps, counts]),
    stillMs,
  );
  const isStill = key === JSON.stringify([terminalId, amountKurus?.toString(), customerShareBps, counts]);
  const isReady = isAmount(amountKurus) && terminalId !== "";
  const input = {
    terminalId,
    amountKurus: amountKurus ?? 1n,
    customerShareBps,
    allowedCounts: counts === null ? null : [...counts],
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...trpc.link.preview.queryOptions(input, { enabled: isReady && isStill }),
    placeholderData: keepPreviousData,
  });
  const isOld = isPlaceholderData || !isStill;
  return (
    <Section title={said.previewTitle}>
      {!isReady && <p className="text-ink-soft">{said.previewEmpty}</p>}
      {isReady && error && <FailureNotice title={said.previewFailed} error={error} onRetry={refetch} />}
      {isReady && !error && !data && <Skeleton className="h-80 w-full" />}
      {isReady && !error && data && (
        <BeingRead isOld={isOld}>
          <div className="flex flex-col gap-4">
            {previewGroups(data.cards).map((group, place) => (
              <Group key={nameOf(group, said)} group={group} isFirst={place === 0} />
            ))}
          </div>
        </BeingRead>
      )}
    </Section>
  );
}

const nameOf = ({ cards }: PreviewGroup, said: NewLinkWords): string =>
  cards.map((card) => cardName(card, said)).join(", ");

function cardName({ brand, family, onUs }: PreviewCard, said: NewLinkWords): string {
  const name = brand === null ? said.programmes[family] : brandNames[brand];
  if (onUs === null) return name;
  return onUs ? said.onUs(name) : said.notOnUs(name);
}

/** The first one names the columns for the eye, each for the ear. */
function Group({ group, isFirst }: { group: PreviewGroup; isFirst: boolean }) {
  const said = useWords(newLinkWords);
  const name = nameOf(group, said);
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <h3 className="bg-surface px-2 py-2 sm:px-3 font-medium">{name}</h3>
      {group.options.length === 0 ? (
        <p className="px-3 py-2 text-ink-soft">{said.previewNone}</p>
      ) : (
        <table className="w-full table-fixed border-collapse">
          <caption className="sr-only">{name}</caption>
          <thead className={isFirst ? "text-ink-soft" : "sr-only"}>
            <tr>
              <th scope="col" className="px-2 py-1 sm:px-3 text-left font-normal">
                {said.option}
              </th>
              <th scope="col" className="px-2 py-1 sm:px-3 text-right font-normal">
                {said.buyerPays}
              </th>
              <th scope="col" className="px-2 py-1 sm:px-3 text-right font-normal">
                {said.yourNet}
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
  const said = useWords(newLinkWords);
  const language = useLanguage();
  const { installmentCount: count, totalKurus, shareKurus, netKurus, commissionKurus, monthly } = option;
  /** An amount is never broken in two. */
  const say = (kurus: bigint) => displayAmount(kurus, language).replaceAll(" ", "\u00a0");
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="px-2 py-1.5 sm:px-3 text-left font-normal">
        {count === 1 ? said.single : said.installments(count)}
        {count > 1 && option.isPayable && (
          <span className="block text-ink-soft">
            {said.perMonth(say(monthly.firstKurus), say(monthly.restKurus))}
          </span>
        )}
      </th>
      {option.isPayable ? (
        <>
          <td className="px-2 py-1.5 sm:px-3 text-right">
            {say(totalKurus)}
            <span className="block text-ink-soft">
              {shareKurus === 0n ? said.noFee : said.fee(say(shareKurus))}
            </span>
          </td>
          <td className="px-2 py-1.5 sm:px-3 text-right">
            {say(netKurus)}
            <span className="block text-ink-soft">{said.commission(say(commissionKurus))}</span>
          </td>
        </>
      ) : (
        <td colSpan={2} className="px-2 py-1.5 sm:px-3 text-right">
          <s>{say(totalKurus)}</s>
          <span className="block text-warn">{said.overBound}</span>
        </td>
      )}
    </tr>
  );
}
