import type { PayTexts } from "@/messages/pay-texts";
import type { CardOffer, LinkOption, LinkSummary } from "@/server/domain/links/link-page";
import { maxAmountKurus } from "@/server/domain/money";
import { brandNames } from "@/server/domain/pricing/card-brand-names";
import { monthlyAmounts } from "@/server/domain/pricing/monthly";
import { formatAmount, formatUnbroken } from "../../formats";
import { computeDifference, findPreselected, findShareKind, formatCardName, isPlain } from "./offer-amounts";

export interface OfferTableProps {
  readonly offer: CardOffer;
  readonly summary: LinkSummary;
  /** The count that was chosen before, which is kept if the card offers it; null when none was chosen. */
  readonly chosenCount: number | null;
  readonly texts: PayTexts;
  /** True when a notice above already explains that the card cannot be charged; it is not repeated then. */
  readonly isExplainedAbove?: boolean;
}

/**
 * Renders the payment options of a card. The script reads the `data-*` attributes: the card's first digits, the
 * announcement for screen readers, and for each option the total and the button's text.
 */
export function OfferTable({ offer, summary, chosenCount, texts, isExplainedAbove = false }: OfferTableProps) {
  const { t } = texts;
  const contract = toDataAttributes(offer, chosenCount, texts);
  if (offer.options.length === 0)
    return (
      <div className="offer" {...contract}>
        {isExplainedAbove ? null : <NoneNotice offer={offer} texts={texts} />}
      </div>
    );
  const name = formatCardName(offer, texts);
  const first = findPreselected(offer, chosenCount);
  return (
    <fieldset className="offer" {...contract}>
      <legend className="label">{t("open.offer.heading")}</legend>
      {name === "" ? null : <p className="card-name">{t("open.offer.card", { name })}</p>}
      {first || isExplainedAbove ? null : <NoneNotice offer={offer} texts={texts} />}
      {isPlain(offer, summary) && first ? (
        <OneOption option={first} summary={summary} texts={texts} />
      ) : (
        <div className="options">
          {offer.options.map((option) => (
            <Option key={option.installmentCount} {...{ option, offer, summary, texts }} isChosen={option === first} />
          ))}
        </div>
      )}
      {first && offer.options.some(({ isPayable }) => !isPayable) ? (
        <p className="hint why">{t("open.offer.someOver", { most: formatUnbroken(maxAmountKurus, texts) })}</p>
      ) : null}
      <SingleOnly offer={offer} texts={texts} />
    </fieldset>
  );
}

/** Returns the attributes that the script reads. For a card that cannot be charged, the button shows no amount. */
function toDataAttributes(offer: CardOffer, chosenCount: number | null, texts: PayTexts) {
  const payable = offer.options.filter(({ isPayable }) => isPayable).length;
  return {
    "data-offer": offer.bin8,
    "data-programme": offer.brand ? brandNames[offer.brand] : "",
    "data-payable": payable,
    "data-said": payable === 0 ? explainRefusal(offer, texts).join(" ") : announce(offer, payable, texts),
    ...(payable === 0 && { "data-pay": texts.t("open.pay") }),
    ...(chosenCount !== null && { "data-chosen": chosenCount }),
  };
}

function announce(offer: CardOffer, count: number, texts: PayTexts): string {
  const card = formatCardName(offer, texts);
  return texts.t("open.offer.announcement", { card, count, isNamed: String(card !== "") });
}

/** Returns the text for a card that cannot be charged, or a link that no card can pay, and the advice. */
function explainRefusal({ options, isClosed, reason }: CardOffer, texts: PayTexts): [title: string, next: string] {
  const { t } = texts;
  if (isClosed) return [`${t("open.offer.closed.title")}.`, t("open.offer.closed.next")];
  const next = t("open.offer.none.next");
  if (reason === "amount_outside_account_limits") return [t("open.offer.outsideLimits"), next];
  if (options.length === 0) return [`${t("open.offer.none.title")}.`, next];
  return [t("open.offer.allOver", { most: formatUnbroken(maxAmountKurus, texts) }), next];
}

function NoneNotice({ offer, texts }: Pick<OptionProps, "offer" | "texts">) {
  const [title, next] = explainRefusal(offer, texts);
  return (
    <p className="none">
      <strong>{title}</strong> {next}
    </p>
  );
}

interface OptionProps {
  readonly option: LinkOption;
  readonly offer: CardOffer;
  readonly summary: LinkSummary;
  readonly texts: PayTexts;
}

/** Returns the form value of an option, and the texts that the script shows when it is chosen. */
function toChoiceProps({ option, summary, texts }: Pick<OptionProps, "option" | "summary" | "texts">) {
  const amount = formatAmount(option.totalKurus, texts);
  return {
    name: "choice",
    value: `${option.installmentCount}-${option.totalKurus}`,
    "data-pay": texts.t("card.pay", { amount }),
    ...(summary.customerShareBps > 0 && { "data-total": amount }),
  };
}

const OneOption = (props: Omit<OptionProps, "offer">) => (
  <p className="only">
    <input type="hidden" {...toChoiceProps(props)} />
    {props.texts.t("open.offer.onlySingle", { total: formatUnbroken(props.option.totalKurus, props.texts) })}
  </p>
);

function Option({ isChosen, ...props }: OptionProps & { isChosen: boolean }) {
  const { option, texts } = props;
  const { t } = texts;
  return (
    <label className="option">
      <input type="radio" {...toChoiceProps(props)} defaultChecked={isChosen} disabled={!option.isPayable} />
      <span className="count">{t("card.installment", { count: option.installmentCount })}</span>{" "}
      <span className="sum">{formatAmount(option.totalKurus, texts)}</span> <EachMonth {...props} />{" "}
      {option.isPayable ? <Detail {...props} /> : <span className="reason">{t("open.offer.notToChoose")}</span>}
    </label>
  );
}

function EachMonth({ option, offer, summary, texts }: OptionProps) {
  const { installmentCount, totalKurus } = option;
  if (installmentCount === 1) return null;
  const { restKurus } = monthlyAmounts(totalKurus, installmentCount);
  return (
    <span className="months">
      <span>{texts.t("open.offer.perMonth", { amount: formatUnbroken(restKurus, texts) })}</span>{" "}
      <span>{formatDifference(computeDifference(option, offer, summary), texts)}</span>
    </span>
  );
}

function formatDifference(differenceKurus: bigint, texts: PayTexts): string {
  const { t } = texts;
  if (differenceKurus === 0n) return t("open.offer.noDifference");
  return differenceKurus > 0n
    ? t("open.offer.difference", { amount: formatUnbroken(differenceKurus, texts) })
    : t("open.offer.less", { amount: formatUnbroken(-differenceKurus, texts) });
}

/** Renders the details of an option. The style sheet shows them only for the chosen option. */
function Detail({ option, offer, texts }: OptionProps) {
  const { t } = texts;
  const { firstKurus, restKurus } = monthlyAmounts(option.totalKurus, option.installmentCount);
  const kind = findShareKind(option, offer);
  const [first, rest] = [formatUnbroken(firstKurus, texts), formatUnbroken(restKurus, texts)];
  const sentences = [
    kind ? t(`open.offer.share.${kind}`, { amount: formatUnbroken(option.shareKurus, texts) }) : "",
    firstKurus === restKurus ? "" : t("open.offer.firstMonth", { first, rest }),
  ].filter(Boolean);
  return sentences.length === 0 ? null : <span className="detail">{sentences.join(" ")}</span>;
}

/** Explains that a card of its kind (debit, prepaid, foreign) cannot be charged in installments. */
function SingleOnly({ offer: { family, options }, texts: { t } }: Pick<OptionProps, "offer" | "texts">) {
  const isSingle = options.length === 1 && options[0]?.installmentCount === 1;
  if (!isSingle || family === null || family === "credit") return null;
  return <p className="hint why">{t(`open.offer.singleOnly.${family}`)}</p>;
}
