/** `pay_` and a ULID (D-1): nothing else of the address is carried on. */
const paymentCodeShape = /^pay_[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * Where the browser is led that comes back from the bank: to its payment, which is asked what became of it, since what the
 * address says of the result is advisory (D-21). Whoever is not signed in any more is asked to, and then led there as well.
 */
export function handleReturned(request: Request): Response {
  const code = new URL(request.url).searchParams.get("paymentCode") ?? "";
  const location = paymentCodeShape.test(code) ? `/panel/payments/${code}` : "/panel/payments";
  return new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });
}
