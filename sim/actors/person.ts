import type { Ctx } from "@/server/usecases/ctx";
import type { Answer, OperationId, Request } from "../model/history";
import type { Merchant } from "../world/accounts";
import { answerApi, lost } from "../world/doors";
import type { Draws } from "../world/draws";
import { Lane } from "../world/lane";
import type { World } from "../world/world";

/** A merchant's server, a buyer, or staff. Everything that a person does is drawn from a stream of its own. */
export class Person {
  readonly draws: Draws;
  private readonly lane: Lane;

  constructor(
    readonly world: World,
    readonly name: string,
  ) {
    this.draws = world.draws.of(name);
    this.lane = new Lane(name, world.outside);
  }

  /** Another person, who acts beside this one. */
  besides(name: string): Person {
    return new Person(this.world, `${this.name}.${name}`);
  }

  /** Does nothing for a time that is drawn between these, ms. */
  pause(leastMs: number, mostMs: number): Promise<void> {
    return this.world.time.pause(this.lane, "has waited", this.draws.between(leastMs, mostMs));
  }

  /** Lets something happen in one step that no process of the product does. */
  act<T>(what: string, work: () => Promise<T> | T): Promise<T> {
    return new Promise((resolve, reject) => {
      const act = async (): Promise<string> => {
        try {
          resolve(await work());
          return "";
        } catch (error) {
          reject(error);
          return String(error);
        }
      };
      this.world.scheduler.offer(this.lane, { what, act });
    });
  }

  /** Calls a use-case through a door of the product. Returns `lost` where no answer came. */
  call<T>(what: string, work: (ctx: Ctx) => Promise<T>): Promise<T | typeof lost> {
    return this.world.doors.call(this.name, what, work);
  }

  /** Calls the merchant API, and adds the call to the history. Returns null where no answer came. */
  async api(
    merchant: Merchant,
    request: Partial<Request> & { readonly operation: OperationId },
  ): Promise<Answer | null> {
    const { world } = this;
    const whole: Request = { params: {}, query: {}, body: undefined, ...request };
    const { method, path } = toHttp(whole);
    const answered = world.history.begin(`${merchant.partnerId}/${this.name}`, whole);
    const traceId = String(world.history.calls.length).padStart(32, "0");
    const answer = await world.doors.call(
      this.name,
      describe(whole),
      (ctx) =>
        answerApi(ctx, { method, path, key: merchant.apiKey, body: whole.body }, { sourceIp: "192.0.2.1", traceId }),
      () => void world.history.begin(`${merchant.partnerId}/${this.name}'`, whole),
    );
    if (answer === lost) return null;
    answered(answer);
    return answer;
  }
}

/** The method and the path of each operation, with the names of its parameters. */
const routes: Readonly<Record<OperationId, readonly ["GET" | "POST" | "DELETE", string]>> = {
  createPayment: ["POST", "/v1/payments"],
  findPayment: ["GET", "/v1/payments"],
  getPayment: ["GET", "/v1/payments/{paymentCode}"],
  refundPayment: ["POST", "/v1/payments/{paymentCode}/refunds"],
  creditPayment: ["POST", "/v1/payments/{paymentCode}/refunds/credit"],
  voidPayment: ["POST", "/v1/payments/{paymentCode}/refunds/void"],
  listRefunds: ["GET", "/v1/payments/{paymentCode}/refunds"],
  getRefundOfPayment: ["GET", "/v1/payments/{paymentCode}/refunds/{refundId}"],
  findRefund: ["GET", "/v1/refunds"],
  getRefund: ["GET", "/v1/refunds/{refundId}"],
  createPaymentLink: ["POST", "/v1/payment-links"],
  listPaymentLinks: ["GET", "/v1/payment-links"],
  getPaymentLink: ["GET", "/v1/payment-links/{id}"],
  cancelPaymentLink: ["DELETE", "/v1/payment-links/{id}"],
  findInstallmentOptions: ["POST", "/v1/installment-options"],
  getInstallmentOverview: ["POST", "/v1/installment-options/overview"],
  getPaymentAcceptanceStatus: ["GET", "/v1/payment-acceptance-status"],
};

function toHttp({ operation, params, query }: Request) {
  const [method, template] = routes[operation];
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) for (const value of [values].flat()) search.append(name, value);
  return { method, path: search.size > 0 ? `${path}?${search}` : path };
}

const describe = ({ operation, params, query, body }: Request): string =>
  [operation, ...Object.values(params), ...Object.values(query), body === undefined ? "" : JSON.stringify(body)]
    .filter((part) => part !== "")
    .join(" ");
