import type { Language } from "@/server/domain/errors";
import type { CardOffer, LinkFace, LinkOption } from "@/server/domain/links/link-page";
import { displayAmount, maxAmountKurus } from "@/server/domain/money";
import { monthlyAmounts } from "@/server/domain/pricing/monthly";
import { wordsIn } from "../dictionary";
import { brandNames } from "./card-brands";
import { cardName, differenceOf, isPlain, preselected, shareKind, unbroken } from "./offer-amounts";
import { openWordsIn } from "./open-dictionary";
import type { OfferWords } from "./open-words";

export interface OfferTableProps {
  readonly offer: CardOffer;
  readonly face: LinkFace;
  /** Kept where the card has it; null: none was chosen. */
  readonly chosenCount: number | null;
  readonly language: Language;
  /** Whether it is said above already that the card cannot be charged: then it is not said again. */
  readonly isSaidAbove?: boolean;
}

/**
 * What the card can be charged, to choose from. The script reads its `data-*`: whose offer it is, what to announce, and
 * at each option what the total and the button become.
 */
export function OfferTable({ offer, face, chosenCount, language, isSaidAbove = false }: OfferTableProps) {
  const words = openWordsIn(language).offer;
  const contract = contractOf(offer, chosenCount, language);
  if (offer.options.length === 0)
    return (
      <div className="offer" {...contract}>
        {isSaidAbove ? null : <NoneNotice offer={offer} words={words} language={language} />}
      </div>
    );
  const name = cardName(offer);
  const first = preselected(offer, chosenCount);
  return (
    <fieldset className="offer" {...contract}>
      <legend className="label">{words.heading}</legend>
      {name === "" ? null : <p className="card-name">{words.card(name)}</p>}
      {first || isSaidAbove ? null : <NoneNotice offer={offer} words={words} language={language} />}
      {isPlain(offer, face) && first ? (
        <OneOption option={first} face={face} words={words} language={language} />
      ) : (
        <div className="options">
          {offer.options.map((option) => (
            <Option
              key={option.installmentCount}
              {...{ option, offer, face, words, language }}
              isChosen={option === first}
            />
          ))}
        </div>
      )}
      {first && offer.options.some(({ isPayable }) => !isPayable) ? (
        <p className="hint why">{words.someOver(unbroken(maxAmountKurus, language))}</p>
      ) : null}
      <SingleOnly offer={offer} words={words} />
    </fieldset>
  );
}

/** The script's part: a card that cannot be charged takes the amount off the button. */
function contractOf(offer: CardOffer, chosenCount: number | null, language: Language) {
  const { offer: words, pay } = openWordsIn(language);
  const payable = offer.options.filter(({ isPayable }) => isPayable).length;
  return {
    "data-offer": offer.bin8,
    "data-programme": offer.brand ? brandNames[offer.brand] : "",
    "data-payable": payable,
    "data-said":
      payable === 0 ? cannotPay(offer, words, language).join(" ") : words.said(cardName(offer), payable),
    ...(payable === 0 && { "data-pay": pay }),
    ...(chosenCount !== null && { "data-chosen": chosenCount }),
  };
}

/** That the card, or any card, cannot be charged at all, and what to do. */
const cannotPay = (
  { options, isClosed }: CardOffer,
  { none, closed, allOver }: OfferWords,
  language: Language,
): [title: string, next: string] => {
  if (isClosed) return [`${closed.title}.`, closed.next];
  return [options.length === 0 ? `${none.title}.` : allOver(unbroken(maxAmountKurus, language)), none.next];
};

function NoneNotice({ offer, words, language }: Pick<OptionProps, "offer" | "words" | "language">) {
  const [title, next] = cannotPay(offer, words, language);
  return (
    <p className="none">
      <strong>{title}</strong> {next}
    </p>
  );
}

interface OptionProps {
  readonly option: LinkOption;
  readonly offer: CardOffer;
  readonly face: LinkFace;
  readonly words: OfferWords;
  readonly language: Language;
}

/** What a choice sends, and what the script writes when it is chosen. */
const choiceOf = ({ option, face, language }: Pick<OptionProps, "option" | "face" | "language">) => ({
  name: "choice",
  value: `${option.installmentCount}-${option.totalKurus}`,
  "data-pay": wordsIn(language).card.pay(displayAmount(option.totalKurus, language)),
  ...(face.customerShareBps > 0 && { "data-total": displayAmount(option.totalKurus, language) }),
});

const OneOption = (props: Omit<OptionProps, "offer">) => (
  <p className="only">
    <input type="hidden" {...choiceOf(props)} />
    {props.words.onlySingle(unbroken(props.option.totalKurus, props.language))}
  </p>
);

function Option({ isChosen, ...props }: OptionProps & { isChosen: boolean }) {
  const { option, words, language } = props;
  return (
    <label className="option">
      <input type="radio" {...choiceOf(props)} defaultChecked={isChosen} disabled={!option.isPayable} />
      <span className="count">{words.count(option.installmentCount)}</span>{" "}
      <span className="sum">{displayAmount(option.totalKurus, language)}</span> <EachMonth {...props} />{" "}
      {option.isPayable ? <Detail {...props} /> : <span className="reason">{words.notToChoose}</span>}
    </label>
  );
}

function EachMonth({ option, offer, face, words, language }: OptionProps) {
  const { installmentCount, totalKurus } = option;
  if (installmentCount === 1) return null;
  const { restKurus } = monthlyAmounts(totalKurus, installmentCount);
  const difference = differenceOf(option, offer, face);
  const said = difference === 0n ? words.noDifference : difference > 0n ? words.difference : words.less;
  return (
    <>
      <span className="each">{words.perMonth(unbroken(restKurus, language))}</span>{" "}
      <span className="difference">
        {typeof said === "string"
          ? said
          : said(unbroken(difference < 0n ? -difference : difference, language))}
      </span>
    </>
  );
}

/** What is worth knowing of the option that is chosen; the style sheet shows no other's. */
function Detail({ option, offer, words, language }: OptionProps) {
  const { firstKurus, restKurus } = monthlyAmounts(option.totalKurus, option.installmentCount);
  const kind = shareKind(option, offer);
  const said = [
    kind ? words.share[kind](unbroken(option.shareKurus, language)) : "",
    firstKurus === restKurus
      ? ""
      : words.firstMonth(unbroken(firstKurus, language), unbroken(restKurus, language)),
  ].filter(Boolean);
  return said.length === 0 ? null : <span className="detail">{said.join(" ")}</span>;
}

/** Why there are no installments, where it is the card's kind. */
function SingleOnly({ offer: { family, options }, words }: Pick<OptionProps, "offer" | "words">) {
  const isSingle = options.length === 1 && options[0]?.installmentCount === 1;
  if (!isSingle || family === null || family === "credit") return null;
  return <p className="hint why">{words.singleOnly[family]}</p>;
}
