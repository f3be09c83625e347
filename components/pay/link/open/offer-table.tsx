import { openWordsIn, wordsIn } from "@/components/pay/dictionary";
import type { Language } from "@/server/domain/errors";
import type { CardOffer, LinkOption, LinkSummary } from "@/server/domain/links/link-page";
import { displayAmount, maxAmountKurus } from "@/server/domain/money";
import { monthlyAmounts } from "@/server/domain/pricing/monthly";
import { brandNames } from "../card-brands";
import {
  computeDifference,
  findPreselected,
  findShareKind,
  formatCardName,
  formatUnbroken,
  isPlain,
} from "./offer-amounts";
import type { OfferWords } from "./open-words";

export interface OfferTableProps {
  readonly offer: CardOffer;
  readonly summary: LinkSummary;
  /** The count that was chosen before, which is kept if the card offers it; null when none was chosen. */
  readonly chosenCount: number | null;
  readonly language: Language;
  /** True when a notice above already explains that the card cannot be charged; it is not repeated then. */
  readonly isExplainedAbove?: boolean;
}

/**
 * Renders the payment options of a card. The script reads the `data-*` attributes: the card's first digits, the
 * announcement for screen readers, and for each option the total and the button's text.
 */
export function OfferTable({ offer, summary, chosenCount, language, isExplainedAbove = false }: OfferTableProps) {
  const words = openWordsIn(language).offer;
  const contract = toDataAttributes(offer, chosenCount, language);
  if (offer.options.length === 0)
    return (
      <div className="offer" {...contract}>
        {isExplainedAbove ? null : <NoneNotice offer={offer} words={words} language={language} />}
      </div>
    );
  const name = formatCardName(offer);
  const first = findPreselected(offer, chosenCount);
  return (
    <fieldset className="offer" {...contract}>
      <legend className="label">{words.heading}</legend>
      {name === "" ? null : <p className="card-name">{words.card(name)}</p>}
      {first || isExplainedAbove ? null : <NoneNotice offer={offer} words={words} language={language} />}
      {isPlain(offer, summary) && first ? (
        <OneOption option={first} summary={summary} words={words} language={language} />
      ) : (
        <div className="options">
          {offer.options.map((option) => (
            <Option
              key={option.installmentCount}
              {...{ option, offer, summary, words, language }}
              isChosen={option === first}
            />
          ))}
        </div>
      )}
      {first && offer.options.some(({ isPayable }) => !isPayable) ? (
        <p className="hint why">{words.someOver(formatUnbroken(maxAmountKurus, language))}</p>
      ) : null}
      <SingleOnly offer={offer} words={words} />
    </fieldset>
  );
}

/** Returns the attributes that the script reads. For a card that cannot be charged, the button shows no amount. */
function toDataAttributes(offer: CardOffer, chosenCount: number | null, language: Language) {
  const { offer: words, pay } = openWordsIn(language);
  const payable = offer.options.filter(({ isPayable }) => isPayable).length;
  return {
    "data-offer": offer.bin8,
    "data-programme": offer.brand ? brandNames[offer.brand] : "",
    "data-payable": payable,
    "data-said":
      payable === 0
        ? explainRefusal(offer, words, language).join(" ")
        : words.announcement(formatCardName(offer), payable),
    ...(payable === 0 && { "data-pay": pay }),
    ...(chosenCount !== null && { "data-chosen": chosenCount }),
  };
}

/** Returns the text for a card that cannot be charged, or a link that no card can pay, and the advice. */
const explainRefusal = (
  { options, isClosed }: CardOffer,
  { none, closed, allOver }: OfferWords,
  language: Language,
): [title: string, next: string] => {
  if (isClosed) return [`${closed.title}.`, closed.next];
  return [options.length === 0 ? `${none.title}.` : allOver(formatUnbroken(maxAmountKurus, language)), none.next];
};

function NoneNotice({ offer, words, language }: Pick<OptionProps, "offer" | "words" | "language">) {
  const [title, next] = explainRefusal(offer, words, language);
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
  readonly words: OfferWords;
  readonly language: Language;
}

/** Returns the form value of an option, and the texts that the script shows when it is chosen. */
const toChoiceProps = ({ option, summary, language }: Pick<OptionProps, "option" | "summary" | "language">) => ({
  name: "choice",
  value: `${option.installmentCount}-${option.totalKurus}`,
  "data-pay": wordsIn(language).card.pay(displayAmount(option.totalKurus, language)),
  ...(summary.customerShareBps > 0 && { "data-total": displayAmount(option.totalKurus, language) }),
});

const OneOption = (props: Omit<OptionProps, "offer">) => (
  <p className="only">
    <input type="hidden" {...toChoiceProps(props)} />
    {props.words.onlySingle(formatUnbroken(props.option.totalKurus, props.language))}
  </p>
);

function Option({ isChosen, ...props }: OptionProps & { isChosen: boolean }) {
  const { option, words, language } = props;
  return (
    <label className="option">
      <input type="radio" {...toChoiceProps(props)} defaultChecked={isChosen} disabled={!option.isPayable} />
      <span className="count">{words.count(option.installmentCount)}</span>{" "}
      <span className="sum">{displayAmount(option.totalKurus, language)}</span> <EachMonth {...props} />{" "}
      {option.isPayable ? <Detail {...props} /> : <span className="reason">{words.notToChoose}</span>}
    </label>
  );
}

function EachMonth({ option, offer, summary, words, language }: OptionProps) {
  const { installmentCount, totalKurus } = option;
  if (installmentCount === 1) return null;
  const { restKurus } = monthlyAmounts(totalKurus, installmentCount);
  const difference = computeDifference(option, offer, summary);
  const text = difference === 0n ? words.noDifference : difference > 0n ? words.difference : words.less;
  return (
    <>
      <span className="each">{words.perMonth(formatUnbroken(restKurus, language))}</span>{" "}
      <span className="difference">
        {typeof text === "string" ? text : text(formatUnbroken(difference < 0n ? -difference : difference, language))}
      </span>
    </>
  );
}

/** Renders the details of an option. The style sheet shows them only for the chosen option. */
function Detail({ option, offer, words, language }: OptionProps) {
  const { firstKurus, restKurus } = monthlyAmounts(option.totalKurus, option.installmentCount);
  const kind = findShareKind(option, offer);
  const texts = [
    kind ? words.share[kind](formatUnbroken(option.shareKurus, language)) : "",
    firstKurus === restKurus
      ? ""
      : words.firstMonth(formatUnbroken(firstKurus, language), formatUnbroken(restKurus, language)),
  ].filter(Boolean);
  return texts.length === 0 ? null : <span className="detail">{texts.join(" ")}</span>;
}

/** Explains that a card of its kind (debit, prepaid, foreign) cannot be charged in installments. */
function SingleOnly({ offer: { family, options }, words }: Pick<OptionProps, "offer" | "words">) {
  const isSingle = options.length === 1 && options[0]?.installmentCount === 1;
  if (!isSingle || family === null || family === "credit") return null;
  return <p className="hint why">{words.singleOnly[family]}</p>;
}
