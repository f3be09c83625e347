import type { Shops } from "../records/shops";
import type { SetupFault } from "./setup-faults";

type Changes = {
  readonly [P in keyof Shops]: Partial<Record<SetupFault, keyof Shops[P][number]>>;
};

/** The value in which the bank's records of a shop differ from the merchant's agreement. */
const changes: Changes = {
  nestpay: {
    wrong_merchant_number: "clientId",
    wrong_api_user: "apiUser",
    wrong_api_password: "apiPassword",
    wrong_store_key: "storeKey",
  },
  garanti: {
    wrong_merchant_number: "merchantId",
    wrong_terminal_number: "terminalId",
    wrong_api_user: "provUser",
    wrong_api_password: "provPassword",
    wrong_refund_user: "refundUser",
    wrong_refund_password: "refundPassword",
    wrong_store_key: "storeKey",
  },
  posnet: { wrong_merchant_number: "mid", wrong_terminal_number: "tid" },
  payfor: {
    wrong_merchant_number: "merchantId",
    wrong_api_user: "userCode",
    wrong_api_password: "userPass",
    wrong_store_key: "merchantPass",
  },
};

/** Returns the bank's records of its shops under a fault: in each, the one value that the fault is about is another. */
export function changeShops(shops: Shops, fault: SetupFault): Shops {
  const change = <P extends keyof Shops>(protocol: P): Shops[P] => {
    const name = changes[protocol][fault];
    if (name === undefined) return shops[protocol];
    return (shops[protocol] as readonly Shops[P][number][]).map((shop) => ({
      ...shop,
      [name]: `${String(shop[name]).slice(0, -1)}Z`,
    })) as unknown as Shops[P];
  };
  return { nestpay: change("nestpay"), garanti: change("garanti"), posnet: change("posnet"), payfor: change("payfor") };
}
