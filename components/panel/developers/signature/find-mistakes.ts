import { bodyCandidates, utf8 } from "./body-candidates";
import { concatBytes, type Digest, digests } from "./digests";
import { keyCandidates } from "./key-candidates";
import { type Candidate, type Mistake, right, type Scheme, wrong } from "./mistakes";

/** The parts from which a signature may have been computed. */
export interface SignatureMaterial {
  readonly secret: string;
  readonly body: string;
  readonly scheme: Scheme;
  /** The delivery ids that may have been put in front of the body. */
  readonly ids: readonly string[];
  /** The timestamps that may have been put in front of the body. */
  readonly timestamps: readonly string[];
}

/** The maximum number of combined mistakes. A larger one would find unlikely explanations. */
const mistakesMax = 2;

/**
 * Finds the smallest set of mistakes that explains a digest. Returns an empty list for a correct digest, and null when
 * at most `mistakesMax` mistakes do not explain it.
 */
export async function findMistakes(digest: Uint8Array, given: SignatureMaterial): Promise<readonly Mistake[] | null> {
  const derivations = listDerivations(given).filter(({ mistakes }) => mistakes.length <= mistakesMax);
  derivations.sort((a, b) => a.mistakes.length - b.mistakes.length);
  for (const { mistakes, value } of derivations) {
    if (isSame(await value(), digest)) return mistakes;
  }
  return null;
}

type Derivation = Candidate<() => Promise<Uint8Array>>;

function listDerivations(given: SignatureMaterial): Derivation[] {
  const contents = contentCandidates(given);
  return keyCandidates(given.secret, given.scheme).flatMap((key) =>
    contents.flatMap((content) => digests.map((digest) => combine(key, content, digest))),
  );
}

const combine = (key: Candidate<Uint8Array>, content: Candidate<Uint8Array>, by: Candidate<Digest>): Derivation => ({
  mistakes: [...key.mistakes, ...content.mistakes, ...by.mistakes],
  value: () => by.value(key.value, content.value),
});

/** Lists the bodies combined with every prefix that a receiver may put in front. */
function contentCandidates(given: SignatureMaterial): Candidate<Uint8Array>[] {
  const prefixes = given.scheme === "contract" ? contractPrefixes(given) : standardPrefixes(given);
  return bodyCandidates(given.body).flatMap((body) =>
    prefixes.map((prefix) => ({
      mistakes: [...prefix.mistakes, ...body.mistakes],
      value: concatBytes(utf8(prefix.value), body.value),
    })),
  );
}

/** The contract signs the body without any prefix (§6.3). */
const contractPrefixes = ({ ids, timestamps }: SignatureMaterial): Candidate<string>[] => [
  right(""),
  ...timestamps.flatMap((timestamp) => [
    wrong("timestamp_prepended" as const, `${timestamp}.`),
    wrong("timestamp_prepended" as const, timestamp),
    ...ids.map((id) => wrong("id_and_timestamp_prepended" as const, `${id}.${timestamp}.`)),
  ]),
];

/** Standard Webhooks signs the id and the attempt's timestamp in front of the body. */
const standardPrefixes = ({ ids, timestamps }: SignatureMaterial): Candidate<string>[] => [
  ...timestamps.flatMap((timestamp) => [
    ...ids.map((id) => right(`${id}.${timestamp}.`)),
    wrong("id_missing" as const, `${timestamp}.`),
  ]),
  wrong("id_and_timestamp_missing", ""),
];

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
