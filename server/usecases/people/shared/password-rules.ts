import { dictionary } from "@zxcvbn-ts/language-common";
import { AppError } from "@/server/domain/errors";
import { type FieldProblem, problem } from "@/server/domain/field-words";
import {
  isPredictable,
  passwordLength,
  passwordMax,
  passwordMin,
  toBareLetters,
} from "@/server/domain/people/password";

/**
 * Refuses a password that is easy to guess (S11, ASVS 6.2): too short, on the list of common passwords, predictable at
 * any length (rows, walks over a keyboard, repetitions, common words with dressing), or made of known facts about its
 * owner. It permits every character and requires no mixture of character classes.
 * @param about texts that the password may not be: e-mail address, names
 * @throws validation_error that says what is wrong
 */
export function requireGoodPassword(password: string, about: readonly string[]): void {
  const length = passwordLength(password);
  if (length < passwordMin) throw refused("password_short", passwordMin);
  if (length > passwordMax) throw refused("password_long", passwordMax);
  const facts = listFacts(about);
  if (facts.has(toBareLetters(password))) throw refused("password_about");
  if (isCommon(password)) throw refused("password_common");
  if (isPredictable(password, (text) => (facts.has(text) ? wordWeights.fact : weighCommon(text))))
    throw refused("password_about");
}

const refused = (name: FieldProblem, ...numbers: number[]): AppError =>
  new AppError("validation_error", name, { problem: problem(name, ...numbers) });

/** The suffix that people add to a common password to satisfy a form: `password1`, `galatasaray2026!`. */
const tail = /[\d!?.*]{1,6}$/;

function isCommon(password: string): boolean {
  const lower = password.toLowerCase();
  const { listed } = commonPasswords();
  if (listed.has(lower) || listed.has(lower.replace(tail, ""))) return true;
  return isPredictable(password, weighCommon);
}

/** Returns the texts about a person and their parts, as bare letters. */
function listFacts(about: readonly string[]): ReadonlySet<string> {
  const texts = about.flatMap((text) => [text, text.split("@")[0] ?? "", ...text.split(/[\s@.]+/)]);
  return new Set([...texts, "vezne"].map(toBareLetters).filter((fact) => fact !== ""));
}

/** What a word counts instead of its letters. A fact about the person is tried first. */
const wordWeights = { fact: 1, common: 3 };

const weighCommon = (text: string): number => (commonPasswords().words.has(text) ? wordWeights.common : 0);

interface CommonPasswords {
  /** The list as it is. */
  readonly listed: ReadonlySet<string>;
  /** The letters of the list, which are found inside a password. */
  readonly words: ReadonlySet<string>;
}

let common: CommonPasswords | undefined;
function commonPasswords(): CommonPasswords {
  common ??= {
    listed: new Set(dictionary["passwords-common"]),
    words: new Set(
      dictionary["passwords-common"].map((text) => text.replace(/[^a-z].*$/, "")).filter((word) => word.length > 3),
    ),
  };
  return common;
}
