/**
 * Who can mend a fault of a bank connection: the merchant (gives us the right value), the bank (changes its own
 * records), or we (change an address, a clock or a setting of this product).
 */
export type Mender = "merchant" | "bank" | "us";

/**
 * `blocking`: no payment can succeed. `impaired`: single payments work, but refunds, look-ups or installments do not.
 */
export type Severity = "blocking" | "impaired";

interface CauseFacts {
  readonly mender: Mender;
  readonly severity: Severity;
}

const blocking = (mender: Mender): CauseFacts => ({ mender, severity: "blocking" });
const impaired = (mender: Mender): CauseFacts => ({ mender, severity: "impaired" });

/**
 * Every cause that the connection doctor can name (D-235). The texts for people, with the letter to the bank, are in
 * `messages/staff.*.json` under `doctor.causes`; what each bank answers is in docs/banks.md B-14.
 */
export const causes = {
  /** No name server knows the host of an address. */
  name_not_found: blocking("us"),
  connection_refused: blocking("bank"),
  /** No answer came in time: the connection or the answer. */
  no_answer: blocking("bank"),
  certificate_expired: blocking("bank"),
  certificate_wrong_name: blocking("us"),
  certificate_untrusted: blocking("us"),
  /** The gate's address answers 404 or moved. */
  gate_address_wrong: blocking("us"),
  /** The API's address answers with a page of a website, with 404, or it moved. */
  api_address_wrong: blocking("us"),
  /** The bank says that its system is not available. */
  bank_unavailable: blocking("bank"),
  clock_off: impaired("us"),
  /** A live terminal has the address of the bank's test system. */
  test_address_in_live: blocking("us"),
  /** A test shop has the address of the bank's live system. */
  live_address_for_test_shop: blocking("us"),
  source_address_not_registered: blocking("bank"),
  /** The bank takes sales from our address, but no voids and refunds. */
  refund_address_not_registered: impaired("bank"),
  wrong_merchant_number: blocking("merchant"),
  wrong_terminal_number: blocking("merchant"),
  /** The bank does not say which of the three it does not know (PosNet). */
  merchant_terminal_or_address: blocking("bank"),
  wrong_api_user: blocking("merchant"),
  wrong_api_password: blocking("merchant"),
  /** The bank does not say which of the two is wrong. */
  wrong_api_user_or_password: blocking("merchant"),
  wrong_merchant_number_or_user: blocking("merchant"),
  /** The bank refuses the shop, and no other answer narrows it to number, user or password. */
  credentials_refused: blocking("merchant"),
  api_user_closed: blocking("bank"),
  wrong_refund_user: impaired("merchant"),
  wrong_refund_password: impaired("merchant"),
  wrong_store_key: blocking("merchant"),
  wrong_hash_version: blocking("bank"),
  three_d_right_closed: blocking("bank"),
  merchant_closed: blocking("bank"),
  currency_not_opened: blocking("bank"),
  sub_merchant_required: blocking("us"),
  /** Neither voids nor refunds are allowed to the user. */
  refund_user_without_right: impaired("bank"),
  void_right_missing: impaired("bank"),
  refund_right_missing: impaired("bank"),
  history_right_missing: impaired("bank"),
  wrong_order_prefix: impaired("bank"),
  installments_closed: impaired("bank"),
  installment_count_not_opened: impaired("bank"),
  /** Something is wrong, and the answers do not say what. The doctor never guesses. */
  unknown: blocking("us"),
} as const satisfies Record<string, CauseFacts>;
export type Cause = keyof typeof causes;

export const causeCodes = Object.keys(causes) as readonly Cause[];
