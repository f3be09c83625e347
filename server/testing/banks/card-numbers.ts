import fc from "fast-check";

/** Card numbers with a correct check digit, of every length and with any beginning. */
export const pans = fc
  .tuple(fc.constantFrom(13, 14, 15, 16, 17, 18, 19), fc.infiniteStream(fc.integer({ min: 0, max: 9 })))
  .map(([length, digits]) => {
    const body = [...digits.take(length - 1)].join("");
    return body + computeCheckDigit(body);
  });

function computeCheckDigit(body: string): number {
  const sum = [...body].reverse().reduce((sofar, digit, at) => {
    const weighed = at % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return sofar + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
