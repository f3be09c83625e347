import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { AppError, errorBody, toHttpStatus } from "@/server/domain/errors";
import { newTraceId } from "@/server/domain/ids";
import { jsonAmount } from "@/server/domain/money";
import type { Random } from "@/server/domain/random";
import { type Answer, answerJson } from "./answer";
import { writeDayFile } from "./day-file";
import { chargeBack, giveBack } from "./records/chargebacks";
import { listJournal } from "./records/journal";
import { listOrders } from "./records/orders";
import { changeSettings, readSettings, type Settings, settingsChangeSchema } from "./settings";
import { placedFaultsSchema, placeFaults } from "./setup-faults/place-faults";
import type { ProtocolName } from "./setup-faults/setup-faults";
import type { BankPaths, BankRequest, SimulatedProtocol, Simulator } from "./simulator";

/**
 * Answers the control API in JSON: settings, log and ledger of the banks. It requires the sandbox key as bearer token.
 */
export async function answerControl(
  simulator: Simulator,
  protocols: readonly SimulatedProtocol[],
  sandboxKey: string,
  request: BankRequest,
): Promise<Answer> {
  try {
    if (!holdsKey(request, sandboxKey)) throw new AppError("unauthorized");
    const methods = controls[request.path];
    if (methods === undefined) throw new AppError("not_found");
    const control = methods[request.method];
    if (control === undefined) {
      throw new AppError("method_not_allowed", request.method, { allow: Object.keys(methods) });
    }
    return answerJson(200, await control(simulator, request, protocols));
  } catch (error) {
    if (error instanceof AppError) return answerError(error, simulator.random);
    throw error;
  }
}

/** Builds an answer with the product's error envelope. */
export function answerError(error: AppError, random: Random): Answer {
  const { allow } = error.details;
  const headers: Record<string, string> = allow === undefined ? {} : { allow: allow.join(", ") };
  return answerJson(toHttpStatus(error.code), errorBody(error, newTraceId(random)), headers);
}

type Control = (
  simulator: Simulator,
  request: BankRequest,
  protocols: readonly SimulatedProtocol[],
) => Promise<unknown>;

/** The settings that the controls show: which day-end files have errors is for the banks alone. */
const toShown = ({ plantedDayFiles: _, ...shown }: Settings) => shown;

const readControl: Control = async ({ pool }) => toShown(await readSettings(pool));

const changeControl: Control = async ({ pool }, request) => {
  return toShown(await changeSettings(pool, parse(settingsChangeSchema, request)));
};

const dayFileControl: Control = async ({ pool }, { query }) => {
  const date = query.get("date") ?? "";
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new AppError("validation_error", "date", { message: "date is no day" });
  return { csv: await writeDayFile(pool, { date, protocol: query.get("protocol") }) };
};

/** Places faults of set-ups and answers where each terminal finds its bank from now on. */
const setupFaultControl: Control = async (simulator, request, protocols) => {
  const paths = Object.fromEntries(protocols.map((protocol) => [protocol.name, protocol.paths]));
  const wanted = parse(placedFaultsSchema, request);
  return placeFaults(simulator, paths as Readonly<Record<ProtocolName, BankPaths>>, wanted);
};

const chargebackSchema = z.union([
  z.strictObject({ orderId: z.string(), amount: z.int().min(1).nullable() }),
  z.strictObject({ caseNumber: z.string() }),
]);

/** Takes money of an order back as the buyer's bank does, or gives that of a case back. */
const chargebackControl: Control = async ({ pool, now }, request) => {
  const wanted = parse(chargebackSchema, request);
  const at = await now();
  if ("caseNumber" in wanted) {
    if (!(await giveBack(pool, wanted.caseNumber, at))) throw refused("caseNumber: there is no such case to give back");
    return { caseNumber: wanted.caseNumber };
  }
  const { orderId, amount } = wanted;
  const caseNumber = await chargeBack(pool, { orderId, amountKurus: amount === null ? null : BigInt(amount), at });
  if (caseNumber === null) throw refused("orderId: it was not captured, or less is left of it");
  return { caseNumber };
};

const refused = (message: string) => new AppError("validation_error", message, { message });

function parse<T extends z.ZodType>(schema: T, request: BankRequest): z.output<T> {
  const read = schema.safeParse(parseJson(request));
  if (read.success) return read.data;
  const faults = read.error.issues.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`);
  throw new AppError("validation_error", "settings", { message: faults.join("; ") });
}

const logControl: Control = async ({ pool }, { query }) => {
  const entries = await listJournal(pool, query.get("orderId"));
  const items = entries.map(({ at, protocol, operation, orderId, amountKurus, outcome, maskedPan }) => {
    const amount = amountKurus === null ? null : jsonAmount(amountKurus);
    return { at: at.toISOString(), protocol, operation, orderId, amount, outcome, maskedPan };
  });
  return { items };
};

const ledgerControl: Control = async ({ pool }) => {
  const orders = (await listOrders(pool)).map((order) => ({
    orderId: order.orderId,
    captured: jsonAmount(order.capturedKurus),
    voided: jsonAmount(order.voidedKurus),
    credited: jsonAmount(order.creditedKurus),
  }));
  const total = (name: "captured" | "voided" | "credited") => orders.reduce((sum, order) => sum + order[name], 0);
  return { captured: total("captured"), voided: total("voided"), credited: total("credited"), orders };
};

const controls: Readonly<Record<string, Readonly<Record<string, Control>>>> = {
  "/__control/settings": { GET: readControl, PATCH: changeControl },
  "/__control/setup-faults": { PATCH: setupFaultControl },
  "/__control/log": { GET: logControl },
  "/__control/ledger": { GET: ledgerControl },
  "/__control/chargebacks": { PATCH: chargebackControl },
  "/__control/day-file": { GET: dayFileControl },
};

function parseJson(request: BankRequest): unknown {
  if (!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "")) {
    throw new AppError("unsupported_media_type");
  }
  try {
    return JSON.parse(Buffer.from(request.body).toString("utf8"));
  } catch {
    throw new AppError("validation_error", "not JSON", { message: "The body is not JSON." });
  }
}

/** Compares digests, so that neither the time of the comparison nor the length of the key is revealed. */
function holdsKey(request: BankRequest, sandboxKey: string): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(given), digest(sandboxKey));
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
