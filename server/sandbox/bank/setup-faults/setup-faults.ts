import type { Shops } from "../records/shops";

/** The protocols by the names under which the simulated banks store orders. */
export type ProtocolName = keyof Shops;

const everywhere: readonly ProtocolName[] = ["nestpay", "garanti", "posnet", "payfor"];
const at = (...protocols: ProtocolName[]): readonly ProtocolName[] => protocols;

/**
 * The faults of a set-up that a simulated bank can have for one terminal, with the protocols in which such a fault
 * exists. How a bank answers each, and how that is known, is in docs/banks.md B-14.
 */
export const setupFaults = {
  // The way to the bank.
  name_not_found: everywhere,
  connection_refused: everywhere,
  no_answer: everywhere,
  certificate_expired: everywhere,
  certificate_wrong_name: everywhere,
  certificate_untrusted: everywhere,
  gate_address_wrong: everywhere,
  api_address_wrong: everywhere,
  bank_unavailable: everywhere,
  clock_off: everywhere,
  // The shop and its users.
  source_address_not_registered: everywhere,
  refund_address_not_registered: at("payfor"),
  wrong_merchant_number: everywhere,
  wrong_terminal_number: at("garanti", "posnet"),
  wrong_api_user: at("nestpay", "garanti", "payfor"),
  wrong_api_password: at("nestpay", "garanti", "payfor"),
  api_user_closed: at("garanti"),
  wrong_refund_user: at("garanti"),
  wrong_refund_password: at("garanti"),
  merchant_closed: at("nestpay", "payfor"),
  sub_merchant_required: at("garanti"),
  // Keys and rights.
  wrong_store_key: at("nestpay", "garanti", "payfor"),
  wrong_hash_version: at("nestpay"),
  three_d_right_closed: everywhere,
  refund_user_without_right: at("nestpay", "garanti", "posnet"),
  void_right_missing: at("nestpay", "garanti", "posnet"),
  refund_right_missing: at("nestpay", "garanti", "posnet"),
  history_right_missing: at("nestpay", "garanti"),
  wrong_order_prefix: at("posnet"),
  currency_not_opened: at("nestpay", "garanti", "posnet"),
  installments_closed: at("nestpay", "posnet", "payfor"),
  installment_count_not_opened: at("nestpay", "posnet", "payfor"),
} as const satisfies Record<string, readonly ProtocolName[]>;
export type SetupFault = keyof typeof setupFaults;

export const setupFaultNames = Object.keys(setupFaults) as readonly SetupFault[];

export const isSetupFault = (name: string): name is SetupFault => Object.hasOwn(setupFaults, name);

export const appliesTo = (fault: SetupFault, protocol: ProtocolName): boolean =>
  (setupFaults[fault] as readonly ProtocolName[]).includes(protocol);

/** Returns whether the shop may not offer this number of installments; the bank opened 2 to 6 of them. */
export const refusesCount = (fault: SetupFault | null, count: number): boolean =>
  (fault === "installments_closed" && count > 1) || (fault === "installment_count_not_opened" && count > 6);

/** Returns whether the shop's user may not do this; a missing right is one of the operation. */
export const refusesOperation = (fault: SetupFault | null, operation: string): boolean =>
  (operation === "void" && (fault === "void_right_missing" || fault === "refund_user_without_right")) ||
  (operation === "credit" && (fault === "refund_right_missing" || fault === "refund_user_without_right")) ||
  (operation === "history" && fault === "history_right_missing");
