/** The form of a payment code: `pay_` and a ULID (D-1). Any other value is ignored. */
const paymentCodeShape = /^pay_[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * Redirects a browser that returns from the bank to the page of its payment. That page reads the real status, because
 * the result in the address is only advisory (D-21). A user whose session has ended signs in first and then gets to the
 * page.
 */
export function handlePaymentReturn(request: Request): Response {
  const code = new URL(request.url).searchParams.get("paymentCode") ?? "";
  const location = paymentCodeShape.test(code) ? `/panel/payments/${code}` : "/panel/payments";
  return new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });
}
